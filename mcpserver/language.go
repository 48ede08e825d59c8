package mcpserver

import (
	"context"

	"memtray/store"
	"memtray/store/brief"
)

// The languages there are.
const (
	inEnglish = "en"
	inChinese = "zh-CN"
)

// words are what the person reads of resources and prompts beside the texts of
// the prompts, in one language.
type words struct {
	language                                string
	context, skills, skill, skillFile       string // titles of resources
	memory, document, journal               string
	noSkills, skillsHead, skillsBad         string // the index of skills
	skillPrompt, colon                      string
	useSkill, useSkillFollow, useSkillFiles string // the prompt of a skill
	nothingNoted, nothingSaved, nothingOpen string // the material of prompts
	noDocuments                             string
	more                                    string // %d and a day
	waiting                                 string // %d; "" is said of none
}

var english = words{
	language: inEnglish,
	context:  "What is known", skills: "Skills", skill: "Skill: ", skillFile: "File of a skill",
	memory: "Memory", document: "Document", journal: "Journal",
	noSkills:    "There are no skills.",
	skillsHead:  "# Skills\n\nRead a skill's SKILL.md before you do what it is for.",
	skillsBad:   "# Skills that cannot be used\n\nTell the user, who can repair them.",
	skillPrompt: "prompt ", colon: ": ",
	useSkill: "Use my skill %s: %s", useSkillFollow: "Follow the skill's instructions:",
	useSkillFiles: "Further files of the skill. Read those that the instructions speak of:",
	nothingNoted:  "Nothing was noted.", nothingSaved: "None was saved.", nothingOpen: "There are none.", noDocuments: "none",
	more:    "%d more: memory_search with since %s.",
	waiting: "Proposals that wait for my verdict in Memtray: %d.",
}

var chinese = words{
	language: inChinese,
	context:  "已知内容", skills: "技能", skill: "技能：", skillFile: "技能的文件",
	memory: "记忆", document: "文档", journal: "日志",
	noSkills:    "还没有技能。",
	skillsHead:  "# 技能\n\n动手做某项技能所涉及的事之前，先读它的 SKILL.md。",
	skillsBad:   "# 无法使用的技能\n\n请告诉用户，由用户来修复。",
	skillPrompt: "提示词 ", colon: "：",
	useSkill: "使用我的技能 %s：%s", useSkillFollow: "按这项技能的说明去做：",
	useSkillFiles: "这项技能还有以下文件，说明里提到哪个就读哪个：",
	nothingNoted:  "没有任何记录。", nothingSaved: "没有保存过。", nothingOpen: "没有。", noDocuments: "无",
	more:    "还有 %d 条：memory_search，since 为 %s。",
	waiting: "在 Memtray 里等我裁定的建议：%d 条。",
}

func wordsIn(language string) words {
	if language == inChinese {
		return chinese
	}
	return english
}

// language returns the language of prompts and headings: the person's setting,
// else the machine's, which is all there is while the store is not open.
func (s *Server) language(ctx context.Context) string {
	if r := s.opened.Load(); r != nil {
		// Where it cannot be read there is a language all the same.
		if setting, err := r.Store().Setting(ctx, store.SettingLocale); err == nil && setting != "" {
			return setting
		}
	}
	return brief.Language(s.opts.Getenv)
}
