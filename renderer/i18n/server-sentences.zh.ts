/**
 * Chinese for the sentences with which our servers refuse a call, or a client of ours says that there was no answer, by their
 * English; `{names}` stand for what differs. Of two that fit, the first counts.
 */
export const serverSentencesZh: Readonly<Record<string, string>> = {
  // The language and its pipeline
  'The quoted text that starts at {from} has no end; add {mark}.':
    '从第 {from} 个字符开始的引号没有结束；请加上 {mark}。',
  'Brackets nest deeper than {most}; write the query flatter.': '括号嵌套超过 {most} 层；请把查询写得更平。',
  'The query has {length} characters; at most {most} are read. Pass long values as parameters.':
    '查询有 {length} 个字符，最多读取 {most} 个。请把长的值作为参数传入。',
  'A query has at most {most} stages; this one has {count}.':
    '一个查询最多 {most} 个阶段；此查询有 {count} 个。',
  'A query has one entity call; remove this one.': '一个查询只能有一个 entity-call；请删去这一个。',
  'A query has one graph call; remove this one.': '一个查询只能有一个 graph-call；请删去这一个。',
  "{stage} stands before {call}; put it behind, it works on the call's rows.":
    '{stage} 写在 {call} 之前；请移到其后，它处理的是该调用返回的行。',
  '{stage} works on {sources} only.': '{stage} 只能用于 {sources}。',
  '{stage} takes a whole number from {least}, as in {example}.':
    '{stage} 需要不小于 {least} 的整数，例如 {example}。',
  '{stage} takes a whole number from {least}.': '{stage} 需要不小于 {least} 的整数。',
  'The regular expression is broken: {reason}': '正则表达式无效：{reason}',
  'The regular expression has a closing parenthesis too many (at character {at}).':
    '右括号多了一个（第 {at} 个字符）。',
  'The regular expression has a repetition whose end lies before its start (at character {at}).':
    '重复次数的上限小于下限（第 {at} 个字符）。',
  'The regular expression repeats nothing (at character {at}).': '重复符号前没有内容（第 {at} 个字符）。',
  'The regular expression uses look-around or an unknown group, which is not supported (at character {at}).':
    '不支持环视或未知的分组（第 {at} 个字符）。',
  'The regular expression uses a back reference, which is not supported (at character {at}).':
    '不支持反向引用（第 {at} 个字符）。',
  'The regular expression nests its groups too deeply (at character {at}).':
    '分组嵌套过深（第 {at} 个字符）。',
  'The regular expression has a parenthesis that is never closed (at character {at}).':
    '有括号没有闭合（第 {at} 个字符）。',
  'The regular expression has a bracket that is never closed (at character {at}).':
    '有方括号没有闭合（第 {at} 个字符）。',
  'The regular expression ends in a backslash (at character {at}).': '以反斜杠结尾（第 {at} 个字符）。',
  'The regular expression is too large.': '正则表达式过大。',
  "{field} in … needs a list, as in ['a', 'b'].": "{field} in … 需要一个列表，例如 ['a', 'b']。",
  '{name} needs a field, as in {example}.': '{name} 需要一个字段，例如 {example}。',
  '{name} takes {expected} arguments, not {count}.': '{name} 需要 {expected} 个参数，而不是 {count} 个。',
  'The query ran longer than {milliseconds} ms; narrow it or raise timeout_ms.':
    '查询运行超过 {milliseconds} 毫秒；请缩小范围或调大 timeout_ms。',
  'The request was cancelled.': '请求已取消。',
  'The server failed: {reason}': '服务器出错：{reason}',
  // Calls of entity sets
  'There is no entity set {name}; did you mean {near}?': '没有实体集 {name}；是否想写 {near}？',
  'There is no entity set {name}; .model with(kind=entity_set) lists them.':
    '没有实体集 {name}；.model with(kind=entity_set) 可列出全部。',
  'The entity set needs a domain and a name; the parameter here is empty.':
    '实体集需要域和名称；此处的参数为空。',
  '{method} takes at most {most} arguments.': '{method} 最多 {most} 个参数。',
  'The parameter {name} is given twice; keep one.': '参数 {name} 给了两次；请保留一个。',
  '{method} needs {name}: {signature}.': '{method} 需要 {name}：{signature}。',
  '{set} declares no metrics.': '{set} 没有声明任何指标。',
  '{name} has no storage; link one with a storage_link.': '{name} 没有存储；请用 storage_link 关联一个。',
  'step is a duration such as 30s or 5m, not {step}.': 'step 应为时长，例如 30s 或 5m，而不是 {step}。',
  // Calls of the graph
  'cypher takes one text in backticks, as in {example}.': 'cypher 需要一段反引号中的文本，例如 {example}。',
  'graph-match needs a pattern with named parts, as in {example}.':
    'graph-match 需要各部分有名称的模式，例如 {example}。',
  'The argument nodes is a list of at least one node, as in {example}.':
    '参数 nodes 是至少一个节点的列表，例如 {example}。',
  'The argument nodes holds nodes only, as in {example}.': '参数 nodes 中只能是节点，例如 {example}。',
  'An entity id is 32 lower-case hexadecimal digits.': '实体 ID 为 32 位小写十六进制数字。',
  'The first argument is the neighbour type: {types}.': '第一个参数为邻居类型：{types}。',
  'The second argument is the depth, a whole number from 1.': '第二个参数为深度，是大于 0 的整数。',
  'The depth is {steps}, but this store goes at most {most} steps.':
    '深度为 {steps}，但此存储最多走 {most} 步。',
  '{store} cannot match graph patterns.': '{store} 不能匹配图模式。',
  '{call} takes {names}, not {found}.': '{call} 需要 {names}，而不是 {found}。',
  // What a call is given
  'The argument query is missing; pass an SPL text such as {example}.':
    '缺少参数 query；请传入 SPL 文本，例如 {example}。',
  'The argument {name} must not be negative.': '参数 {name} 不能为负数。',
  'The argument {name} must be a whole number.': '参数 {name} 必须是整数。',
  'time_range.from must lie before time_range.to.': 'time_range.from 必须早于 time_range.to。',
  '{name} is {limit}, but this store gives at most {most} rows.':
    '{name} 为 {limit}，但此存储最多返回 {most} 行。',
  // Writing
  '{name} is disabled; start the server with --enable-writes to allow it.':
    '{name} 已停用；用 --enable-writes 启动服务器即可允许。',
  '{name} was not confirmed; nothing was changed.': '{name} 未被确认；没有任何更改。',
  '{count} of the items cannot be written, the first is {id}: {reason} Nothing was written; partial_success writes the others.':
    '有 {count} 项无法写入，第一项为 {id}：{reason} 没有写入任何内容；partial_success 会写入其余各项。',
  '{path}: {reason} Nothing was written.': '{path}：{reason} 没有写入任何内容。',
  '{name} is missing; every payload needs {names}.': '缺少 {name}；每条数据都需要 {names}。',
  '{field} is a text of at most 512 characters without /, since stable keys are made of it.':
    '{field} 是最多 512 个字符、不含 / 的文本，因为稳定键由它组成。',
  '{field} is 32 lower-case hexadecimal digits, such as an MD5 of the key values.':
    '{field} 是 32 位小写十六进制数字，例如各主键值的 MD5。',
  '__method__ is one of {methods}; letter case counts.': '__method__ 为 {methods} 之一；区分大小写。',
  '{field} is a time in unix seconds.': '{field} 是以 Unix 秒表示的时间。',
  '{path} is no model file; use .yaml, .yml or .json.': '{path} 不是模型文件；请使用 .yaml、.yml 或 .json。',
  '{path} lies outside the import root {root}; --import-root moves it.':
    '{path} 在导入根目录 {root} 之外；可用 --import-root 更改。',
  '{path} cannot be imported: {reason}.': '{path} 无法导入：{reason}。',
  // Stores
  'The store is closed; open it again.': '存储已关闭；请重新打开。',
  'Another process has this workspace open; stop it first.': '另一个进程正打开此工作区；请先停止它。',
  'Another writer changed the same data; try again.': '另一方更改了同一数据；请重试。',
  'The embedded graph database failed: {reason}': '内嵌的图数据库出错：{reason}',
  'The graph database did not do its work: {reason}': '图数据库没有完成任务：{reason}',
  // The sandbox platform
  'Sandbox {id} not found': '没有沙箱 {id}',
  'Sandbox {id} already exists': '沙箱 {id} 已存在',
  'Sandbox {id} cannot be restarted: its files went with it; start another':
    '沙箱 {id} 无法重启：它的文件已随它消失；请另启动一个',
  "Sandbox {id} cannot be restarted: current state is '{state}'": '沙箱 {id} 无法重启：当前状态为 {state}',
  "Sandbox {id} cannot be deleted: current state is '{state}', must be stopped or archived first":
    '沙箱 {id} 无法删除：当前状态为 {state}，须先停止或归档',
  'Requested CPUs {count} exceed the maximum allowed {most}':
    '请求的处理器数 {count} 超过允许的最大值 {most}',
  'Requested memory {amount} exceed the maximum allowed {most}':
    '请求的内存 {amount} 超过允许的最大值 {most}',
  'Requested disk {amount} exceeds the maximum allowed {most}': '请求的磁盘 {amount} 超过允许的最大值 {most}',
  'Invalid cpus: {found}': '处理器数无效：{found}',
  'Invalid memory size: {found}': '内存大小无效：{found}',
  'Invalid disk size: {found}': '磁盘大小无效：{found}',
  'Invalid sandbox_id {found}: use up to 128 letters, digits, {names}, beginning with a letter or digit':
    '沙箱 ID {found} 无效：最多 128 个字母、数字、“.”、“_”和“-”，以字母或数字开头',
  'Invalid platform {found}: use {names}': '平台 {found} 无效：请使用 {names}',
  'Invalid network {found}: use {names}': '网络 {found} 无效：请使用 {names}',
  'Invalid accelerator_type {found}: known are {names}': '加速器类型 {found} 无效：可用的有 {names}',
  'num_gpus {count} cannot be granted: this server has no accelerators to hand out':
    '无法分配 {count} 个 GPU：此服务器没有可分配的加速器',
  'network {mode} cannot be had with this image here: use {names}':
    '此处用此镜像无法使用网络 {mode}：请使用 {names}',
  'image_os {system} cannot be had: sandboxes here run Linux':
    '无法使用操作系统 {system}：此处的沙箱运行 Linux',
  'platform {requested} cannot be had with this image here: it runs on this machine’s own system, {here}':
    '此处用此镜像无法使用平台 {requested}：它在本机自己的系统上运行，即 {here}',
  'single addresses cannot be denied here: deny 0.0.0.0/0 and allow what is needed':
    '此处不能拒绝单个地址：请拒绝 0.0.0.0/0，再允许需要的地址',
  'ranges of addresses cannot be allowed here: name hosts or addresses':
    '此处不能允许地址段：请指明主机或地址',
  '{count} sandboxes are running, the most this server allows ({option}); stop one first':
    '已有 {count} 个沙箱在运行，达到此服务器允许的上限（{option}）；请先停止一个',
  '{count} environments are open, the most this server allows ({option}); stop one first':
    '已有 {count} 个环境打开，达到此服务器允许的上限（{option}）；请先关闭一个',
  'archive feature is disabled': '归档功能未启用',
  'The server is shutting down': '服务器正在关闭',
  // What the client of a platform says
  '{url} cannot be reached ({reason}).': '无法访问 {url}（{reason}）。',
  '{operation}: no answer within {seconds} seconds.': '{operation}：{seconds} 秒内没有响应。',
  // What a plan does
  'Get metrics of {set} from {kind} {storage}.': '从 {kind} {storage} 获取 {set} 的指标。',
  'Get logs of {set} from {kind} {storage}.': '从 {kind} {storage} 获取 {set} 的日志。',
}
