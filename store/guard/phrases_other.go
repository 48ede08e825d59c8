package guard

// latin finds phrases of other languages in small letters, without accents.
var latin = []rule{
	// German
	phrase(Override, "ignorier|vergiss|vergesse|missachte|befolge", `\b(?:ignorieren?|ignoriert|ignoriere|vergiss|vergesse?n?|missachten?|missachte|befolge nicht) (?:sie )?(?:alle |die |deine |ihre |samtliche |jegliche |bisherigen |vorherigen |obigen |fruheren |vorangegangenen |vorigen )*(?:bisherigen|vorherigen|obigen|fruheren|vorangegangenen|vorigen|alle|deine|samtlichen?) (?:\w+ )?(?:anweisungen|instruktionen|befehle|regeln|vorgaben|anordnungen|prompts?)\b`),
	phrase(Role, "du bist|sie sind", `\b(?:du bist|sie sind) (?:jetzt|nun|ab jetzt|ab sofort|von nun an|fortan|nicht mehr) (?:ein|eine|der|die|kein|keine|nicht|mein|an)\b|\bab (?:jetzt|sofort) bist du\b`),
	phrase(Conceal, "nicht|nichts|niemals|ohne", `\b(?:sag|sage|sagen sie|erzahl|erzahle|verrate?|teile?|erwahne?|informiere?) (?:es |das |dies |hiervon |davon )?(?:dem |den |gegenuber dem |der )?(?:benutzer|nutzer|anwender|user)\w* (?:\w+ ){0,3}(?:nicht|nichts|niemals|nie)\b`),
	phrase(Order, "ab jetzt|ab sofort|von nun an", `\b(?:ab jetzt|ab sofort|von nun an) (?:musst|wirst|sollst|fuhrst|antwortest|sendest|gehorchst) du\b`),
	// French
	phrase(Override, "ignor|oubli", `\b(?:ignore[rz]?|ignorez|oublie[rz]?|oubliez|ne tiens? pas compte de|ne tenez pas compte de|desobeis) (?:toutes |tous |les |tes |vos |ces |des |aux |l'ensemble des )*(?:precedentes? |anterieures? )?(?:instructions|consignes|directives|regles|ordres) (?:precedentes?|anterieures?|ci-dessus|du systeme|que tu|que vous|donnees?|d avant|initiales)`),
	phrase(Role, "tu es|vous etes", `\b(?:tu es|vous etes) (?:maintenant|desormais|dorenavant|a present) (?:un|une|le|la|mon|dan|libre|sans)\b|\b(?:desormais|dorenavant|a partir de maintenant),? (?:tu es|vous etes|tu dois|vous devez)\b`),
	phrase(Conceal, "utilisateur", `\bn[e'] ?(?:le |la |en |lui )?(?:dis|dites|revele|revelez|parle|parlez|mentionne|mentionnez|informe|informez|previens) (?:\w+ ){0,4}(?:pas|rien|jamais)? ?(?:\w+ )?(?:a |de |l |de l )*utilisateur|\bsans (?:le dire|en parler|en informer) ?a? ?l ?utilisateur`),
	// Spanish
	phrase(Override, "ignora|ignore|olvid|omit|descart", `\b(?:ignora|ignore|ignorar|olvida|olvide|omite|omita|descarta) (?:por completo )?(?:todas |todos |las |los |tus |sus |cualquier )*(?:instrucciones|indicaciones|reglas|ordenes|directrices) (?:anteriores|previas|de arriba|del sistema|dadas|que)|\b(?:ignora|ignore|olvida|olvide) (?:todas |todo )?(?:las |lo )?(?:anteriores|anterior)\b`),
	phrase(Role, "eres|a partir de ahora", `\b(?:ahora eres|eres ahora|desde ahora eres|a partir de ahora,? (?:eres|debes|seras|actua|actuaras|responde|vas a)|ya no eres)\b`),
	phrase(Conceal, "usuario", `\b(?:no|nunca|jamas|sin) (?:le |se |lo )*(?:digas|diga|cuentes|informes|informar|menciones|reveles|decir|decirselo|decirle|avises) (?:\w+ ){0,4}(?:al |a el |el )?usuario\b`),
	// Portuguese and Italian
	phrase(Override, "ignor|esque|dimentica", `\b(?:ignore|ignora|ignorar|esqueca|esquece|desconsidere|dimentica|ignorate) (?:todas |todos |as |os |suas |tutte |le |tue |qualsiasi )*(?:instrucoes|orientacoes|regras|ordens|istruzioni|regole|indicazioni|direttive) (?:anteriores|previas|acima|precedenti|sopra|di sistema|do sistema)|\b(?:ignora|dimentica) (?:tutte )?le (?:precedenti|tue) (?:istruzioni|regole)`),
	phrase(Role, "voce|sei ora|d'ora in|da ora", `\b(?:voce agora e|agora voce e|a partir de agora,? voce|sei ora un|ora sei un|d'ora in poi sei|da ora in poi sei|d'ora in poi devi)\b`),
	phrase(Conceal, "usuario|utente", `\b(?:nao|nunca|non) (?:conte|diga|informe|revele|mencione|dire|rivelare|informare|menzionare) (?:\w+ ){0,4}(?:ao |a |all'|l'|all )?(?:usuario|utente)\b`),
	// Dutch, Polish, Turkish, Vietnamese, Indonesian
	phrase(Override, "negeer|zignoruj|zapomnij|yoksay|abaikan|onceki|bo qua", `\bnegeer (?:alle |de |je )*(?:vorige|eerdere|voorgaande|bovenstaande) (?:instructies|opdrachten|regels)|\b(?:zignoruj|zapomnij o|ignoruj) (?:wszystkie |wszystkich )?(?:poprzednie|wczesniejsze|powyzsze|poprzednich) (?:instrukcje|polecenia|polecen|instrukcji)|\bonceki (?:tum |butun )?(?:talimatlar|komutlar)\w* (?:yoksay|unut|gormezden)|\babaikan (?:semua )?(?:instruksi|perintah) (?:sebelumnya|di atas)|\bbo qua (?:tat ca |moi )?(?:cac )?(?:huong dan|chi dan|lenh) (?:truoc|tren)`),
}

// otherScripts finds phrases in small letters as they are written.
var otherScripts = []rule{
	// Russian and Ukrainian
	phrase(Override, "игнорир|забудь|не обращай|отбрось|не следуй|ігнор", `(?:игнорируй(?:те)?|проигнорируй(?:те)?|забудь(?:те)?|отбрось(?:те)?|не следуй(?:те)?|не обращай(?:те)? внимания на|ігноруй(?:те)?) (?:(?:обо |о |про )?(?:все[хм]?|всі|свои|твои|эти|любые) )?(?:(?:предыдущ|прежн|прошл|выше|ранее|системн|попередн)[а-яіё]* )?(?:указанн[а-я]* |данн[а-я]* )?(?:инструкци|указани|команд|правил|промпт|директив|інструкц|вказівк)[а-яії]*`),
	phrase(Role, "теперь|отныне|с этого момента|больше не", `(?:теперь ты|ты теперь|отныне ты|с этого момента ты|вы теперь|теперь вы|отныне вы|ты больше не) (?:[а-яёa-z]+)`).
		except(`теперь (?:ты|вы) (?:можешь|можете|видишь|видите)`),
	phrase(Conceal, "пользовател", `(?:не|никогда не) (?:говори|сообщай|рассказывай|упоминай|раскрывай|показывай|сообщи|скажи)(?:те)? (?:[а-яё]+ ){0,4}пользовател`),
	phrase(Prompt, "системн", `(?:покажи|выведи|раскрой|напиши|повтори|сообщи)(?:те)? (?:[а-яё]+ ){0,3}(?:системный промпт|системн[а-я]+ (?:подсказк|инструкц)[а-я]*)`),
	// Japanese; the blanks are gone
	sentence(Override, "無視|忘れ|破棄|従わな", `(?:以前|これまで|上記|前|先ほど|先|今まで|すべて|全て|あらゆる|今までの|システム|与えられた|元)(?:の|に)?[^。\n]{0,14}(?:指示|命令|プロンプト|ルール|指令|規則)[^。\n]{0,8}(?:無視(?:し|せよ|するこ|するよ)|忘れ(?:て|ろ|な)|破棄(?:し|せよ)|従わな)`),
	sentence(Role, "あなたは|君は|お前は", `(?:今から|これから|今後|これより|ここから|現在から)[、,]?(?:あなた|君|お前)は|(?:あなた|君|お前)は(?:今から|これから|いまから|今や|もはや|もう)`),
	sentence(Conceal, "ユーザー|ユーザ|利用者", `(?:ユーザー?|利用者)(?:に|には|へ)[^。\n]{0,14}(?:言わない|教えない|伝えない|知らせない|話さない|言うな|教えるな|伝えるな|話すな|知らせるな|秘密|明かさない|報告しない|内緒|気づかれない|悟られない)`).
		except(`エラー|メール|通知`),
	sentence(Prompt, "システムプロンプト", `システムプロンプト(?:を|の)[^。\n]{0,10}(?:出力し|表示し|教え|公開し|見せ|開示し|書き出し)`).
		except(`画面|ログ|設定`),
	sentence(Conceal, "ユーザー|ユーザ|利用者", `(?:ユーザー?|利用者)(?:に|には|へ)(?:一切|決して|絶対に)?(?:知らせず|告げず|言わず|伝えず|悟られず|気づかれず|気付かれず)(?:に)?[^。\n]{0,20}(?:せよ|しろ|してください|して下さい|すること|しなさい|実行|送信し)`).
		except(`エラー|メール|仕様|バグ|不具合|問題|場合`),
	sentence(Address, "へ|は|ら|場合", `(?:この|本|当該?)(?:メモ|記憶|文章|テキスト|メッセージ|指示|記録|ドキュメント)を(?:読んだ|読む|見た|受け取った|読み込んだ|読み取った|参照した)(?:すべての|全ての)?(?:ai|人工知能|アシスタント|エージェント|モデル|llm|ら[、,]?(?:必ず|直ちに|すぐ)|場合は?[、,]?(?:必ず|直ちに|すぐ))`),
	sentence(Address, "へ", `(?:^|[。\n#>:【])(?:すべての|全ての)?(?:ai|人工知能|llm|言語モデル)?(?:アシスタント|エージェント|ai|モデル)(?:の皆様?さん?)?へ(?:の)?(?:重要な?|緊急の?)?(?:指示|命令|お知らせ|連絡|通知)?[:、,]`),
	// Korean; the blanks are gone
	sentence(Override, "무시|잊|따르지", `(?:이전|위|앞|기존|모든|지금까지|앞선|상기)(?:의|에|선)?[^.\n]{0,12}(?:지시|명령|지침|프롬프트|규칙)[^.\n]{0,8}(?:무시(?:하|해)|잊|따르지)`),
	sentence(Role, "지금부터|이제부터|이제|앞으로", `(?:지금부터|이제부터|이제|앞으로),?(?:너는|당신은|넌|네가)`),
	sentence(Conceal, "사용자|유저", `(?:사용자|유저)(?:에게|한테|에게는)[^.\n]{0,14}(?:말하지|알리지|언급하지|알려주지|밝히지|보고하지|비밀)`),
	// Arabic, Hindi
	phrase(Override, "تجاهل|انس|अनदेखा|नज़रअंदाज़|भूल", `تجاهل (?:جميع |كل )?(?:ال)?(?:تعليمات|أوامر|اوامر)|(?:पिछले|सभी|ऊपर के) (?:सभी )?(?:निर्देशों|निर्देश)[^।\n]{0,12}(?:अनदेखा|नज़रअंदाज़|भूल)`),
}
