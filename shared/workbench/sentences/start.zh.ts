import type { Sentence } from './en.ts'
import type { startSentencesEn } from './start.en.ts'

export const startSentencesZh: Readonly<Record<keyof typeof startSentencesEn, Sentence>> = {
  'START.signIn': { message: '{name} 要求您登录。', hint: '请登录，或设置带有令牌的请求头。' },
  'START.answered': { message: '平台返回 HTTP {status}。' },
  'START.ended': { message: '{name} 以退出码 {exitCode} 结束。' },
  'START.handshake': { message: '{name} 没有完成握手：{reason}' },
  'START.nobody': {
    message: '{host} 没有响应。服务器在运行吗？',
    hint: '请检查服务器是否已启动，以及端口。',
  },
  'START.noHost': { message: '没有名为 {hostname} 的主机。', hint: '请检查拼写和网络。' },
  'START.badPort': {
    message: '端口 {port} 留给其他服务使用，网址不能使用它。',
    hint: '请检查地址中的端口。',
  },
  'START.noWay': {
    message: '{host} 的主机没有响应。',
    hint: '请检查地址和网络，以及是否有防火墙阻挡。',
  },
  'START.killed': { message: '{name} 被 {signal} 终止。' },
  'START.list': { message: '{name} 无法列出其提供的内容：{reason}' },
  'START.noEnvironment': {
    message: '环境中没有 {name}，而 {placeholder} 需要它。',
    hint: '请设置它，或修改连接。',
  },
  'START.noSecret': {
    message: '没有名为 {name} 的机密，而 {placeholder} 需要它。',
    hint: '请在“设置 › 机密”中保存它，或修改连接。',
  },
  'START.notFound': {
    message: '找不到程序 {command}。',
    hint: '请给出程序的完整路径；桌面会话的 PATH 往往比终端的短。',
  },
  'START.notStarted': {
    message: '无法启动 {command}：{reason}',
    hint: '请给出程序的完整路径；桌面会话的 PATH 往往比终端的短。',
  },
  'START.platform': { message: '{name} 没有启动：{reason}' },
  'START.platformSilent': { message: '{name} 没有启动，也没有任何输出。' },
  'START.noApi': {
    message: '{address} 处没有沙箱平台（HTTP {status}）。',
    hint: '地址应为平台本身的地址，不含其 API 路径；自定义路径请填在“路径”中。',
  },
  'START.keyExpired': {
    message: '{name} 的密钥“{key}”已过期。',
    hint: '服务器的管理员可以给您新的密钥；请编辑连接并输入。',
  },
  'START.keyRefused': {
    message: '{name} 不接受此密钥或令牌：它未知、已过期或已被撤销。',
    hint: '请编辑连接并输入新的密钥。',
  },
  'START.refused': {
    message: '平台不接受此密钥或令牌：它缺失、未知、已过期或已被撤销（HTTP {status}）。',
    hint: '请编辑连接并输入新的密钥。',
  },
  'START.suffix': { message: '{address} 是平台某个 API 的地址；平台本身的地址是 {url}。' },
  'START.unreachable': { message: '无法访问平台：{reason}。', hint: '每 30 秒会再询问一次。' },
}
