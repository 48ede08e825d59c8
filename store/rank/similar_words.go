package rank

import (
	"strings"
	"sync"
)

// does is what a word does in a statement besides standing for itself.
type does uint8

const (
	plain    does = iota
	skips         // articles and the like
	connects      // grammar
	gives         // a value follows: use, is, 改用
	moves         // something changed, and "to" gives its new value: switched to
	leads         // "to" and 到 behind a verb of change
	serves        // what for: the words behind it are of the subject
	negates       // not, 不要
	affirms       // takes a negation back: "never forget to"
	labels        // a number behind it is a name: step 3
	lights        // when and how much: now, always
)

// vocabulary says what words do. A word that has several uses stands under the
// one that keeps texts apart.
var vocabulary = sync.OnceValue(func() map[string]does {
	all := map[string]does{}
	for d, words := range [...]string{
		plain: `前端 后端 测试 生产 环境 用户 服务 接口 数据 日志 缓存 订单 支付 登录 备份 配置 文件 代码 提交 部署 发布 依赖 自动 上传 下载 上海 上游 下游 上级 下级 上层 下层 上行 下行 以上 以下 内网 外网 去重 请求 网关 队列 修复 崩溃 故障 事故 耗时 报错
			口 端口 分支 版本 名称 名字 负责人 语言 路径 目录 数据库 格式 许可证 时区 编辑器 主题 颜色 框架 地区 区域 地址 域名 风格 库 工具 引擎 期限 上限 超时 大小 间隔 管理器`, // read as one word, not by the character
		skips: `a an the our your their new 的 地 得 了 着 过 个 一个`,
		connects: `of in on at by with from and or so that since because it its this these those which who whom
			we you i they he she do does did has have had will would should must may can could shall there here if then than when whenever
			all any each every into onto per via be been being while where also too very just without's
			这 那 这个 那个 和 与 或 及 以及 并 并且 而 而且 且 也 都 就 才 再 又 还 要 需 需要 应 应该 应当 会 能 可 可以 允许 必须 务必 我 我们 你 他 她 它 们
			因为 所以 由于 因此 以免 以便 否则 如果 若 当 时 把 被 将 让 使 给 对 从 向 于 之 其 上 里 中 内 下 由 来 是否 有 只 统一 先 保证`,
		gives:   `me use uses using used is are was were equals named called prefer prefers defaults default's choose chose runs 用 使用 采用 是 为 叫 叫做 名为 选 选用 在 放在 位于 等于 写 存在 存放在`,
		moves:   `change changed changes switch switched move moved migrate migrated set sets raised lowered upgrade upgraded update updated renamed become becomes deploy deploys point points bump bumped 改用 改为 改成 改到 改在 换成 换为 换用 切换到 切换为 迁移到 升级到 升级为 调整为 调整到 设为 设置为 设成 变为 变成 部署到`,
		leads:   `to 到 成`,
		serves:  `for as 作为 作 做 用于 用来 用作`,
		negates: `not no never cannot avoid neither nor without longer forbid forbids forbidden prohibited stop stopped instead rather 不 不要 不能 不可 不应 不应该 不得 不再 不许 不准 不用 不需要 无需 没有 没 未 别 勿 请勿 切勿 禁止 严禁 避免 停止`,
		affirms: `forget fail only 忘 忘记 忘了 仅 仅仅 不仅 不但 不只 不止 不同 不过 不久 不断 不少 不错 不管 不论 不足 不忘 别忘 别忘了 别名 别的 区别 分别 级别 特别 类别 识别 个别 差别 没关系`,
		labels:  `step phase part chapter section stage issue ticket bug pr task sprint week day quarter milestone rfc adr error code line page row item server shard worker replica host machine instance level tier rule option case example appendix figure table test 步骤 阶段 章节 任务 工单 缺陷 规则 选项 示例 服务器 分片 副本 机器 实例 节点 批次 轮 迭代 需求 问题 用例 案例 房间 编号 行 页 表 章`,
		lights:  `run now currently already today always usually again still lately recently anymore instead's actually continue continues please before after 现在 目前 已经 已 仍 仍然 继续 前 后 之前 之后 以前 以后 总是 一直 通常 默认 最近`,
	} {
		for w := range strings.FieldsSeq(words) {
			all[w] = does(d)
		}
	}
	return all
})

// maxHanWord is the greatest length of a Chinese word that is known, in characters.
const maxHanWord = 4

// opposites are pairs of which both cannot hold of the same thing.
const opposites = `
enable disable|enabled disabled|on off|true false|allow deny|allow forbid|allowed forbidden|allow disallow|increase decrease|increase reduce|raise lower|raised lowered|
add remove|start stop|open close|opened closed|required optional|mandatory optional|include exclude|public private|sync async|synchronous asynchronous|
single double|light dark|ascending descending|uppercase lowercase|upper lower|mutable immutable|strict lenient|accept reject|show hide|lock unlock|
before after|always never|manual automatic|manually automatically|blocking nonblocking|internal external|left right|first last|min max|minimum maximum|success failure|
tabs spaces|tab space|merge rebase|squash rebase|server client|up down|online offline|available unavailable|supported deprecated|with without|
开启 关闭|启用 禁用|启用 停用|打开 关闭|开启 禁用|增加 减少|提高 降低|调高 调低|增大 减小|允许 拒绝|公开 私有|同步 异步|手动 自动|浅色 深色|升序 降序|大写 小写|
必填 选填|必需 可选|必选 可选|前 后|之前 之后|显示 隐藏|新增 删除|添加 删除|包含 排除|支持 废弃|单引号 双引号|空格 制表符|接受 拒绝|单数 复数|上线 下线|锁定 解锁|可用 不可用|成功 失败`

// opposed are the words that stand in a pair, and their forms; opposedPairs are
// the pairs of forms. A word can stand in several.
var opposed, opposedPairs = func() (map[string]bool, map[[2]string]bool) {
	words, pairs := map[string]bool{}, map[[2]string]bool{}
	for one := range strings.SplitSeq(opposites, "|") {
		f := strings.Fields(one)
		for _, w := range f {
			words[w], words[stem(w)] = true, true
		}
		a, b := stem(f[0]), stem(f[1])
		pairs[[2]string{a, b}], pairs[[2]string{b, a}] = true, true
	}
	return words, pairs
}()

// rivals are groups of things of which one is usually chosen where a value is
// given. Those behind @ say when; that is a value anywhere but at the beginning.
const rivals = `
npm pnpm yarn bun deno|pip poetry uv pipenv conda|postgres postgresql mysql mariadb sqlite mongodb oracle cockroachdb duckdb|redis memcached valkey dragonfly|
vue react svelte angular solid preact|go golang rust python java kotlin typescript javascript ruby php swift scala elixir|jest vitest mocha ava pytest unittest|playwright cypress selenium puppeteer|
aws azure gcp aliyun heroku vercel netlify cloudflare 阿里云 腾讯云 华为云|json yaml toml xml protobuf msgpack csv ini|kafka rabbitmq nats pulsar sqs|zap slog zerolog logrus|chi gin echo fiber|gorm sqlx pgx ent sqlc|
vim neovim emacs vscode zed|webpack vite rollup esbuild parcel|rest graphql grpc soap|jwt oauth oauth2 saml cookie cookies|docker podman containerd|github gitlab bitbucket gitea|jenkins circleci travis buildkite|
@monday tuesday wednesday thursday friday saturday sunday|@周一 周二 周三 周四 周五 周六 周日 周天|@星期一 星期二 星期三 星期四 星期五 星期六 星期日|@january february march april june july august september october november december|
english chinese german french spanish japanese korean|英文 中文 日文 韩文 德文 法文|英语 汉语 中文 日语 韩语 德语 法语|merge rebase squash|tailwind bootstrap sass less|eslint biome prettier|linux windows macos|utc local|utf-8 gbk ascii utf-16|@daily weekly monthly hourly yearly|@每天 每周 每月 每年 每小时|@上午 下午 晚上|
red green blue yellow orange purple black white|红色 绿色 蓝色 黄色 黑色 白色`

// rival numbers the groups from 1, those that say when from -1 down.
var rival = sync.OnceValue(func() map[string]int {
	all, number := map[string]int{}, 0
	for group := range strings.SplitSeq(rivals, "|") {
		number++
		n := number
		group = strings.TrimSpace(group)
		if strings.HasPrefix(group, "@") {
			group, n = group[1:], -number
		}
		for w := range strings.FieldsSeq(group) {
			if _, known := all[w]; !known {
				all[w] = n
			}
			if s := stem(w); all[s] == 0 {
				all[s] = n
			}
		}
	}
	return all
})

// slots are words for things that have one value at a time: "the default branch
// is trunk" contradicts another branch, while "the host is slow" contradicts
// nothing that is said of the host.
var slots = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for w := range strings.FieldsSeq(`call default port branch version name owner lead manager language path folder directory database format license timezone
		editor theme color colour framework region endpoint url address domain style library tool engine deadline limit timeout size interval
		口 端口 分支 版本 名称 名字 负责人 语言 路径 目录 数据库 格式 许可证 时区 编辑器 主题 颜色 框架 地区 区域 地址 域名 风格 库 工具 引擎 期限 上限 超时 大小 间隔 管理器`) {
		all[stem(w)] = true
	}
	return all
})
