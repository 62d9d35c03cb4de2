import { addressSentencesZh } from './addresses.zh.ts'
import { appSentencesZh } from './apps.zh.ts'
import { backendSentencesZh } from './backends.zh.ts'
import { bundleSentencesZh } from './bundles.zh.ts'
import { fetchSentencesZh } from './fetch.zh.ts'
import { fileSentencesZh } from './files.zh.ts'
import { refusalSentencesZh } from './refusals.zh.ts'
import { startSentencesZh } from './start.zh.ts'
import { telemetrySentencesZh } from './telemetry.zh.ts'
import type { Sentence, SentenceKey } from './en.ts'

/** The failure texts in Chinese. */
export const sentencesZh: Readonly<Record<SentenceKey, Sentence>> = {
  ...addressSentencesZh,
  ...appSentencesZh,
  ...backendSentencesZh,
  ...bundleSentencesZh,
  ...fetchSentencesZh,
  ...fileSentencesZh,
  ...refusalSentencesZh,
  ...startSentencesZh,
  ...telemetrySentencesZh,
  ADDRESS_REFUSED: { message: 'Orrery 不打开 {protocol} 地址。', hint: '如果信任该地址，可以复制它。' },
  AGENT_BAD_ANSWER: { message: '智能体端点的回答中没有文本。', hint: '它必须使用 chat completions 格式。' },
  AGENT_FAILED: { message: '智能体已停止：{problem}' },
  AGENT_NOT_CONFIGURED: {
    message: '尚未配置端点。',
    hint: '请在“智能体端点…”中指定；在此之前不会发送任何内容。',
  },
  DIVERGED: {
    message: '重放在第 {turn} 步与记录不同，因此没有发送该动作。',
    hint: '请查看差异，然后再次操作以从此处继续。',
  },
  EPISODE_MOVED: {
    message: '另一个窗口先执行了动作，因此没有发送此动作。',
    hint: '请查看发生了什么，然后再次操作。',
  },
  NOT_REPRODUCIBLE: {
    message: '此回合重置时没有种子，而其环境已继续变化。',
    hint: '无法继续。请重置以开始新的回合。',
  },
  'NOT_REPRODUCIBLE.replay': {
    message: '此回合重置时没有种子：无法重放。',
    hint: '请使用种子重置，这样才能回退。',
  },
  NO_EPISODE: { message: '请先重置环境。' },
  NO_GRAMMAR: { message: '此环境没有描述其动作，因此该智能体无法进行。', hint: '请使用脚本或您自己的模型。' },
  SEED_INVALID: { message: '“{seed}”不是种子。', hint: '种子是 0 到 4294967295 之间的整数。' },
  'RECORDING_UNREADABLE.empty': { message: '文件为空。' },
  'RECORDING_UNREADABLE.unknown': {
    message: '这不是 Orrery 认识的轨迹文件。',
    hint: '可读取：自有 JSON Lines、OpenAI messages、每行一步、ATIF、Inspect 日志、CSV 和 Parquet。',
  },
  'RECORDING_UNREADABLE.json': { message: '第 {line} 行不是 JSON：{reason}。' },
  'RECORDING_UNREADABLE.record': {
    message: '第 {line} 行是 JSON，但不是对象。',
    hint: '每行必须是一个对象：一个回合或一步。',
  },
  'RECORDING_UNREADABLE.kind': {
    message: '第 {line} 行：“kind”必须是“header”、“reset”、“step”或“summary”。',
  },
  'RECORDING_UNREADABLE.field': { message: '第 {line} 行：“{field}”不正确（{reason}）。' },
  'RECORDING_UNREADABLE.number': { message: '第 {line} 行：“{field}”必须是数字。' },
  'RECORDING_UNREADABLE.text': { message: '第 {line} 行：“{field}”必须是文本。' },
  'RECORDING_UNREADABLE.flag': { message: '第 {line} 行：“{field}”必须是 true 或 false。' },
  'RECORDING_UNREADABLE.fields': { message: '第 {line} 行：“{field}”必须是对象。' },
  'RECORDING_UNREADABLE.list': { message: '第 {line} 行：“{field}”必须是列表。' },
  'RECORDING_UNREADABLE.begin': { message: '第 {line} 行：回合必须以 header 开始。' },
  'RECORDING_UNREADABLE.reset': { message: '第 {line} 行之前缺少回合的 reset。' },
  'RECORDING_UNREADABLE.secondReset': {
    message: '第 {line} 行：此回合已经重置过。',
    hint: '另一个回合需要自己的 header。',
  },
  'RECORDING_UNREADABLE.parent': { message: '第 {line} 行：此回合中没有第 {found} 条。' },
  'RECORDING_UNREADABLE.order': { message: '第 {line} 行：“t”应为 {wanted}，实际为 {found}。' },
  'RECORDING_UNREADABLE.role': { message: '第 {line} 行：“{field}”的角色“{found}”未知。' },
  'RECORDING_UNREADABLE.noAction': {
    message: '第 {line} 行：“{field}”中没有 assistant 的消息，即没有动作。',
  },
  'RECORDING_UNREADABLE.rewards': {
    message: '第 {line} 行：“{field}”必须是一个数字，或包含 {wanted} 个数字的列表。',
  },
  'RECORDING_UNREADABLE.cells': { message: '第 {line} 行有 {found} 个单元格，但共有 {wanted} 列。' },
  'RECORDING_UNREADABLE.quote': { message: '第 {line} 行：引号未闭合，或引号后还有内容。' },
  'RECORDING_UNREADABLE.actionColumn': { message: '没有哪一列包含动作。', hint: '请指定动作所在的列。' },
  'RECORDING_UNREADABLE.archive': {
    message: '无法读取此压缩包：{reason}。',
    hint: '请先解压，再打开其中的 JSON 文件。',
  },
  'RECORDING_UNREADABLE.entry': { message: '无法读取此压缩包中的“{name}”：{reason}' },
  'RECORDING_UNREADABLE.parquet': { message: '无法读取此 Parquet 文件：{reason}。' },
  'RECORDING_UNREADABLE.verdict': {
    message: '第 {line} 行不是评审结论：需要 reviewer、fingerprint 和 index。',
  },
  UNKNOWN_BATCH: { message: '此批次已被移除。' },
  UNKNOWN_EPISODE: { message: '此回合已从资料库移除。' },
  UNKNOWN_RECORDINGS: { message: '这些记录已被移除。' },
  UNKNOWN_TAB: { message: '此标签页已关闭。' },
  'AGENT_KEY_MISSING.secret': {
    message: '此机器上没有保存智能体端点的密钥。',
    hint: '请在端点设置中重新输入。',
  },
  'AGENT_KEY_MISSING.session': {
    message: '智能体端点的密钥仅用于上一次会话。',
    hint: '请在端点设置中重新输入。',
  },
  'AGENT_KEY_MISSING.env': {
    message: '未设置存放智能体端点密钥的环境变量 {name}。',
    hint: '请设置该变量后启动 Orrery，或在端点设置中输入密钥。',
  },
  AGENT_REFUSED: { message: '智能体端点返回 HTTP {status}：{reason}' },
  'AGENT_REFUSED.key': { message: '智能体端点返回 HTTP {status}：{reason}', hint: '请检查端点的密钥。' },
  AGENT_UNREACHABLE: {
    message: '无法访问智能体端点：{reason}。',
    hint: '请检查其地址，即 /chat/completions 之前的部分。',
  },
  CANCELLED: { message: '调用已取消。' },
  'CANCELLED.making': { message: '环境的创建已取消。' },
  'CANCELLED.platform': { message: '已取消：{reason}' },
  CONNECTIONS_FILE_BROKEN: {
    message: '{path} 不是有效的 JSON：第 {line} 行第 {column} 列，{reason}。',
    hint: '请手动修复该文件后重试；Orrery 不会覆盖它。',
  },
  CONSENT_NEEDED: {
    message: '允许运行 {name}？{commandLine}',
    hint: '请查看该命令，信任后再允许。',
  },
  'DEFINITION_INCOMPLETE.command': { message: 'stdio 服务器需要一个命令。' },
  'DEFINITION_INCOMPLETE.either': { message: '请给出要运行的命令或 url。' },
  'DEFINITION_INCOMPLETE.url': { message: '类型为 {type} 的服务器需要 url。' },
  DISCONNECTED: {
    message: '与 Orrery 的连接已断开。',
    hint: 'Orrery 会自动重新连接；已保存的内容不会丢失。',
  },
  DOCUMENT_NEWER: {
    message: '{path} 由更高版本的 Orrery 写入。',
    hint: '请用该版本打开；文件保持原样。',
  },
  EDIT_MISMATCH: { message: '此更改与已保存的内容不符。没有任何更改。' },
  EMBEDDED: { message: '此连接随 Orrery 提供，不能移除。', hint: '可以改为停止它。' },
  DOWNLOAD_ENDED: { message: '浏览器在全部内容到达之前结束了此下载。' },
  GEM_BAD_ANSWER: {
    message: '平台对 {path} 的响应格式不符合预期。',
    hint: '原始文本在请求面板中；此地址是沙箱平台吗？',
  },
  GEM_GONE: {
    message: '平台上已没有此沙箱：{reason}',
    hint: '回合已保留。再次打开环境即可重放到此处。',
  },
  GEM_NO_ENVIRONMENT: {
    message: '平台没有环境“{id}”。',
    hint: '请从目录中选择一个，或换一个平台。',
  },
  'GEM_NO_ENVIRONMENT.near': {
    message: '平台没有环境“{id}”。相近的有：{near}。',
    hint: '请从目录中选择一个，或换一个平台。',
  },
  GEM_NOT_OFFERED: {
    message: '平台在 {path} 处没有内容（HTTP {status}）。',
    hint: '它可能不提供环境，或在其他路径下：请设置连接的 `paths.gem`。',
  },
  'GEM_TIMEOUT.silent': {
    message: '平台在 {patience} 秒内没有响应。',
    hint: '调用可能已生效。请重置，或回退到上一步，以回到已知状态。',
  },
  'GEM_TIMEOUT.gaveUp': {
    message: '平台已放弃该沙箱（HTTP {status}）：{reason}',
    hint: '调用可能已生效。请回退到上一步，以回到已知状态。',
  },
  GEM_UNREACHABLE: {
    message: '无法访问位于 {origin} 的平台：{reason}。',
    hint: '请在状态栏查看该连接；回合已保留，平台恢复后可以重放。',
  },
  INVALID_INPUT: { message: '{path}：{reason}' },
  'INVALID_INPUT.long': { message: '{path} 过长：最多 {most} 个字符。' },
  LOG_CHANGED: { message: '已有其他内容先写入。没有添加任何内容。' },
  MALFORMED_RESPONSE: {
    message: '服务器的 schema 索引中没有元素与关联的列表。',
    hint: '请在控制台中查看：它应是包含这两个列表的对象。',
  },
  NOT_A_BACKUP: {
    message: '此文件不是 Orrery 制作的备份。',
    hint: '请选择名为 orrery-backup-….json 的文件。没有任何更改。',
  },
  'NOT_CONNECTED.backoff': { message: '{name} 正在重新启动。', hint: '原因见状态栏中的日志。' },
  'NOT_CONNECTED.failed': { message: '{name} 出现故障。', hint: '请从状态栏重新启动；原因见日志。' },
  'NOT_CONNECTED.off': { message: '{name} 已关闭。', hint: '请从状态栏启动它。' },
  'NOT_CONNECTED.ready': { message: '{name} 尚未响应。', hint: '请稍后重试。' },
  'NOT_CONNECTED.starting': { message: '{name} 正在启动。', hint: '请稍后重试。' },
  'NOT_CONNECTED.stopped': { message: '{name} 已停止。', hint: '请从状态栏重新启动；原因见日志。' },
  'NOT_CONNECTED.ended': {
    message: '{name} 在响应之前已结束。',
    hint: '它会自动重新启动；原因见状态栏中的日志。请稍后重试。',
  },
  NO_ANSWER: { message: '{name} 未及时响应。', hint: '它可能仍在处理；请稍后重试。' },
  SERVER_REFUSED: {
    message: '{reason}',
    hint: '服务器返回协议错误 {code}；完整内容见请求检查器。',
  },
  NOT_OFFERED: { message: '此平台没有该操作：{reason}', hint: '此平台不提供该操作。' },
  NOT_TOON: {
    message: '{uri} 的文本不是有效的 TOON：{reason}',
    hint: '请在控制台中读取该资源，查看服务器发送的原文。',
  },
  NO_WINDOWS: { message: '此处无法打开窗口。', hint: '请改为打开浏览器的另一个标签页。' },
  PLATFORM_REFUSED: { message: '平台拒绝了：{reason}' },
  PLATFORM_TIMEOUT: { message: '平台没有及时响应：{reason}', hint: '它可能仍在工作；请稍后重试。' },
  PLATFORM_UNREACHABLE: {
    message: '{reason}',
    hint: 'Orrery 会自动重新连接；其状态见状态栏。',
  },
  QUESTION_GONE: { message: '服务器不再等待此回答。' },
  SANDBOX_PAUSED: { message: '沙箱已暂停。', hint: '请先继续运行沙箱。' },
  SANDBOX_NOT_RUNNING: { message: '沙箱没有运行：{reason}', hint: '重启沙箱即可继续。' },
  SECRETS_NOT_SAFE: {
    message: '此系统没有机密的加密存储。',
    hint: '请在连接中改用 ${env:NAME}，或在“设置 › 隐私”中同意将机密保存在只有您能读取的文件里。',
  },
  'SESSION_ENDED.exit': {
    message: 'shell 已结束，退出码为 {code}。',
    hint: '请重新创建会话；沙箱及其文件仍在。',
  },
  SESSION_ENDED: { message: '会话已结束：{reason}', hint: '请重新创建会话；沙箱及其文件仍在。' },
  TRACE_DROPPED: {
    message: '报文 {sequence} 已不再保留。',
    hint: '报文记录保留最近 {messages} 条，最多 {megabytes} MB。',
  },
  UNAUTHORIZED: { message: '平台以 HTTP {status} 拒绝了请求。', hint: '请检查此连接请求头中的令牌。' },
  'UNAUTHORIZED.platform': { message: '平台拒绝了请求：{reason}', hint: '请在控制台中检查此平台的令牌。' },
  UNEXPECTED_ANSWER: { message: '平台的响应不符合预期：{reason}' },
  UNKNOWN_CONNECTION: { message: '没有名为 {id} 的连接。', hint: '已知的连接：{known}。' },
  UNKNOWN_DOCUMENT: { message: 'Orrery 不保存名为 {name} 的文档。' },
  UNKNOWN_PROCEDURE: { message: '没有过程 {name}。' },
  JOB_NOT_STARTED: {
    message: '命令未能在后台启动：{reason}',
    hint: '可在终端中运行它查看原因。',
  },
  UNKNOWN_JOB: { message: '该任务已不在列表中。' },
  UNKNOWN_TERMINAL: { message: '该终端已关闭。' },
  'WRONG_KIND.model': { message: '{id} 不是模型服务器。' },
  'WRONG_KIND.platform': { message: '{id} 不是沙箱平台。' },
  'WRONG_KIND.telemetry': { message: '{id} 不是遥测端点。' },

  ROOT_NOT_ABSOLUTE: { message: '{path} 不是绝对路径。', hint: '请从根目录写起，例如 /home/me/project。' },
  SIGN_IN_FAILED: {
    message: '登录未成功：{reason}。',
    hint: '如果服务器不会自动注册客户端，请输入它给您的客户端 ID。',
  },
  SIGN_IN_LATE: { message: '浏览器没有及时返回。', hint: '请重新登录。' },
  SIGN_IN_NOWHERE: { message: '此连接是一个程序，无需登录。' },
  SIGN_IN_REFUSED: { message: '登录被拒绝：{reason}。', hint: '请重新登录。' },
  SIGN_IN_WANTED: { message: '{name} 要求您登录后再执行此操作。', hint: '请在其概览中登录，然后再次调用。' },

  'FILE.bundle': {
    message: '此服务器以捆绑包形式提供，而此文本只给出了它的名称。',
    hint: '请下载 {url}，然后在此处选择该 .mcpb 文件。',
  },
  'FILE.packages': {
    message: '此服务器的软件包类型 Orrery 无法运行：{types}。',
    hint: '请使用其 README 给出的命令添加。Orrery 可运行 npm、PyPI、NuGet 软件包和 OCI 镜像。',
  },
  'FILE.noServers': { message: '其中没有 mcpServers、servers，也没有带命令或 url 的服务器。' },
  'FILE.notToml': { message: '无法按 TOML 读取。' },
  'FILE.notUnderstood': {
    message: '这不是 Orrery 认识的配置、命令或地址。',
    hint: '请粘贴命令（npx …）、网址、安装链接，或 JSON、TOML、YAML 配置。',
  },
  'FILE.notObject': { message: '文本是 JSON，但不是包含服务器的对象。' },
  'FILE.notObjects': { message: 'mcpServers、platforms 和 telemetry 必须是对象' },
  'JSON.CloseBraceExpected': { message: '缺少右花括号' },
  'JSON.CloseBracketExpected': { message: '缺少右方括号' },
  'JSON.ColonExpected': { message: '缺少冒号' },
  'JSON.CommaExpected': { message: '缺少逗号' },
  'JSON.Empty': { message: '这里没有 JSON' },
  'JSON.EndOfFileExpected': { message: 'JSON 结束之后还有内容' },
  'JSON.InvalidCharacter': { message: '此处不允许该字符' },
  'JSON.InvalidCommentToken': { message: '此处不允许注释' },
  'JSON.InvalidEscapeCharacter': { message: '字符串中的转义无效' },
  'JSON.InvalidNumberFormat': { message: '数字无效' },
  'JSON.InvalidSymbol': { message: '应为值的位置出现了一个词' },
  'JSON.InvalidUnicode': { message: '\\u 转义无效' },
  'JSON.PropertyNameExpected': { message: '缺少成员名称' },
  'JSON.UnexpectedEndOfComment': { message: '注释没有结束' },
  'JSON.UnexpectedEndOfNumber': { message: '数字不完整' },
  'JSON.UnexpectedEndOfString': { message: '字符串没有结束' },
  'JSON.ValueExpected': { message: '缺少值' },
}
