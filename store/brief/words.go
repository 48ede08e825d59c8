package brief

import (
	"fmt"
	"strings"
	"time"

	"memtray/store/text"
)

// Name is what a section is called in figures.
type Name string

// The sections, in their order.
const (
	Pinned       Name = "pinned"
	Persona      Name = "persona"
	Instructions Name = "instructions"
	Profile      Name = "profile"
	Goals        Name = "goals"
	Glossary     Name = "glossary"
	Known        Name = "known"
	Summary      Name = "summary"
	Journal      Name = "journal"
	Skills       Name = "skills"
	Global       Name = "global"
	Further      Name = "documents"
	Other        Name = "other"
)

// words are the texts of one language.
type words struct {
	headings map[Name]string
	head     func(project string, now time.Time) string
	empty    func(project string) string
	more     string // with one number
	skills   string // with one number: of skills
	earlier  string // with one number: of notes
	cost     string // behind what is not whole, with its name and a blank, and a number
}

// Language returns the language of the machine's locale: zh-CN or en.
func Language(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := getenv(name); v != "" {
			if strings.HasPrefix(strings.ToLower(v), "zh") {
				return "zh-CN"
			}
			return "en"
		}
	}
	return "en"
}

func wordsOf(language string) words {
	if strings.HasPrefix(strings.ToLower(language), "zh") {
		return chinese
	}
	return english
}

// maxProject bounds what a project's name costs.
const maxProject = 16 // tokens

func shortName(project string) string {
	name := oneLine(project)
	if cut := text.Fit(name, maxProject); cut != name {
		return cut + "…"
	}
	return name
}

var english = words{
	headings: map[Name]string{
		Pinned: "Pinned", Persona: "Persona", Instructions: "Instructions", Profile: "Profile", Goals: "Goals", Glossary: "Glossary",
		Known: "Decisions, preferences, gotchas", Summary: "Last session", Journal: "Today,",
		Skills: "Skills (memory_get reads skill:NAME)", Further: "Further documents (memory_get reads them)",
		Global: "In every project", Other: "Also known",
	},
	head: func(project string, now time.Time) string {
		return fmt.Sprintf("Memory of %s, %s", englishPlace(project), now.Format("Mon 2 Jan 2006 15:04 -07:00"))
	},
	empty: func(project string) string {
		return fmt.Sprintf("Nothing is remembered yet of %s. Save what will matter later with memory_save.", englishPlace(project))
	},
	more:    "%d more: ask memory_search",
	skills:  "%d more: memory_get reads skills",
	earlier: "%d earlier today",
	cost:    " (%s%d tok)",
}

func englishPlace(project string) string {
	if project == "" {
		return "work outside of projects"
	}
	return "project " + shortName(project)
}

var chinese = words{
	headings: map[Name]string{
		Pinned: "置顶", Persona: "人设", Instructions: "指令", Profile: "用户简介", Goals: "目标", Glossary: "术语表",
		Known: "决定、偏好与陷阱", Summary: "上次会话", Journal: "今天",
		Skills: "技能（用 memory_get 读 skill:NAME）", Further: "其他文档（用 memory_get 读取）",
		Global: "所有项目通用", Other: "其他已知",
	},
	head: func(project string, now time.Time) string {
		day := [...]string{"日", "一", "二", "三", "四", "五", "六"}[now.Weekday()]
		return fmt.Sprintf("%s的记忆，%s星期%s %s", chinesePlace(project), now.Format("2006年1月2日"), day, now.Format("15:04 -07:00"))
	},
	empty: func(project string) string {
		return fmt.Sprintf("%s还没有记忆。以后用得上的，请用 memory_save 保存。", chinesePlace(project))
	},
	more:    "还有 %d 条：用 memory_search 查找",
	skills:  "还有 %d 项：用 memory_get 读 skills",
	earlier: "今天更早还有 %d 条",
	cost:    "（%s%d tok）",
}

func chinesePlace(project string) string {
	if project == "" {
		return "项目之外"
	}
	return "项目 " + shortName(project) + " "
}
