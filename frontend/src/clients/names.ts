/** The names of clients that save memories but that the backend does not register. */
export const clientNames: Partial<Record<string, string>> = {
  'claude-code': 'Claude Code',
  'claude-desktop': 'Claude Desktop',
  cline: 'Cline',
  codex: 'Codex',
  continue: 'Continue',
  copilot: 'Copilot CLI',
  cursor: 'Cursor',
  gemini: 'Gemini CLI',
  goose: 'Goose',
  kiro: 'Kiro',
  opencode: 'opencode',
  qwen: 'Qwen Code',
  vscode: 'VS Code',
  windsurf: 'Windsurf',
  zed: 'Zed',
};
