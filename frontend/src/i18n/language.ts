/**
 * The language to announce for a text that stands in an interface of another
 * language: a BCP 47 tag, or undefined when the two agree or nothing tells.
 */
export function textLanguage(text: string, locale: string): string | undefined {
  const found = guess(text);
  return found === undefined || found.slice(0, 2) === locale.slice(0, 2) ? undefined : found;
}

function guess(text: string): string | undefined {
  if (/[\u3040-\u30ff]/u.test(text)) return 'ja';
  if (/[\uac00-\ud7af]/u.test(text)) return 'ko';
  if (/\p{Script=Han}/u.test(text)) return 'zh-CN';
  if (/[a-z]{2}/iu.test(text)) return 'en';
  return undefined;
}
