import type { addressSentencesEn } from './addresses.en.ts'
import type { Sentence } from './en.ts'

export const addressSentencesZh: Readonly<Record<keyof typeof addressSentencesEn, Sentence>> = {
  'ADDRESS.model': { message: '{url} 上有一个 MCP 服务器。' },
  'ADDRESS.modelLocked': {
    message: '{url} 上有一个 MCP 服务器，它要求密钥或登录。',
    hint: '请先导入，再编辑并输入密钥，或登录。',
  },
  'ADDRESS.platform': {
    message: '{url} 上是一个沙箱平台，而不是 MCP 服务器。',
    hint: '请将其添加为沙箱平台。',
  },
  'ADDRESS.platformLocked': {
    message: '{url} 上是一个沙箱平台，它要求密钥或令牌。',
    hint: '请将其添加为沙箱平台，并输入密钥。',
  },
  'ADDRESS.locked': {
    message: '{url} 上的服务要求密钥或登录，之后才说明它是什么。',
    hint: 'MCP 服务器可以在导入后登录；如果是沙箱平台，请在上方选择它并输入密钥。',
  },
  'ADDRESS.neither': {
    message: '{url} 上既没有 MCP 服务器，也没有沙箱平台（HTTP {status}）。',
    hint: '请检查地址：MCP 服务器的地址通常以 /mcp 结尾。',
  },
  'ADDRESS.unreachable': {
    message: '{url} 没有响应：{reason}。',
    hint: '请检查地址，以及服务器是否在运行。',
  },
}
