package storetest

import "memtray/store"

var chinese = seedLanguage{
	title: "%s：%s",
	again: "（构建 %d）",
	gap:   "",
	topics: []seedTopic{
		{"支付回调", "internal/pay/callback.go", [2]string{"支付", "幂等"}},
		{"数据库连接池", "internal/db/pool.go", [2]string{"postgres", "性能"}},
		{"登录页面", "src/pages/Login.svelte", [2]string{"登录", "前端"}},
		{"价格导入任务", "jobs/import_prices.py", [2]string{"导入", "csv"}},
		{"发布脚本", "scripts/release.sh", [2]string{"发布", "ci"}},
		{"全文索引", "internal/search/index.go", [2]string{"搜索", "sqlite"}},
		{"消息推送", "app/lib/push.dart", [2]string{"移动端", "通知"}},
		{"每晚的备份", "ops/backup.yaml", [2]string{"备份", "cron"}},
		{"限流中间件", "internal/http/limit.go", [2]string{"http", "限流"}},
		{"金额取整", "pkg/money/round.ts", [2]string{"金额", "精度"}},
	},
	kinds: map[store.Kind]seedKind{
		store.Decision: {"决定", []string{
			"决定把%[1]s留在同一个进程里，每秒超过 %[2]d 个请求再拆分。",
			"%[1]s先放在开关后面，等 %[2]d 位客户用满一周再全量。",
		}},
		store.Preference: {"偏好", []string{
			"改%[1]s时每个提交只做一件事，最多 %[2]d 行。",
			"%[1]s的错误信息用小写开头，并写明下一步怎么做（规范第 %[2]d 条）。",
		}},
		store.Fact: {"事实", []string{
			"%[1]s的超时时间是 %[2]d 秒，由负载均衡设置，不在我们的代码里。",
			"目前有 %[2]d 个租户在用%[1]s，一半在同一个区域。",
		}},
		store.Howto: {"操作方法", []string{
			"本地运行%[1]s：先启动容器，再执行迁移，端口是 8%[2]d。",
			"回滚%[1]s：撤回标签，等 %[2]d 次健康检查通过，再下线旧实例。",
		}},
		store.Gotcha: {"注意", []string{
			"注意：首次响应超过 %[2]d 毫秒时，%[1]s会把同一事件发送两次，必须去重。",
			"%[1]s的缓存还按语言区分，只清理 %[2]d 条是不够的。",
		}},
		store.Bugfix: {"修复", []string{
			"修复了%[1]s里的竞态：读取之后才加锁，大约 %[2]d 次出现一次。",
			"%[1]s崩溃的原因是空的请求头，工单 %[2]d 里有堆栈。",
		}},
		store.ChangeKind: {"变更", []string{
			"把%[1]s迁到新的模块结构，删掉了 %[2]d 行胶水代码。",
			"压测之后，%[1]s的上限从 50 调到 %[2]d。",
		}},
		store.Discovery: {"发现", []string{
			"发现%[1]s每个请求会读取 %[2]d 次配置。",
			"%[1]s里有百分之 %[2]d 的时间花在解析日期上。",
		}},
		store.Note: {"笔记", []string{
			"迁移完成后再看一下%[1]s，还有 %[2]d 行是旧格式。",
			"想法：在状态页显示%[1]s的情况，和另外 %[2]d 项检查放在一起。",
		}},
		store.Summary: {"总结", []string{
			"本次会话：整理了%[1]s，改动 %[2]d 个文件，测试全部通过，文档待补。",
			"本周总结：%[1]s稳定，共 %[2]d 个请求失败，告警阈值已调整。",
		}},
	},
	details: []string{
		"原因是%[1]s和调度器共用一把锁，最多 %[2]d 个等待者。",
		"在两核机器上跑了 %[2]d 遍基准测试得到这个结果。",
		"没有告诉夜里值班的同事之前，不要动%[1]s。",
		"有测试覆盖，顺序不对会在 %[2]d 毫秒内失败。",
		"配置写在%[1]s旁边，键名 `max_%[2]d`，默认关闭。",
		"之前试过在前面加缓存，结果把问题掩盖了 %[2]d 天。",
		"- 先停工作进程\n- 再重启%[1]s\n- 最后核对 %[2]d 个计数器",
		"另见 HTTPServer2 和 C++ 客户端 -> 两者都会调用%[1]s。",
		"回滚大约需要 %[2]d 秒，不会丢数据。",
	},
}
