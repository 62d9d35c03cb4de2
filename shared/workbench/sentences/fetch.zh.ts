import type { Sentence } from './en.ts'
import type { fetchSentencesEn } from './fetch.en.ts'

export const fetchSentencesZh: Readonly<Record<keyof typeof fetchSentencesEn, Sentence>> = {
  FETCH_ADDRESS: {
    message: '这不是网址。',
    hint: '请给出 YAML 或 JSON 文件的 https 地址，或 github.com 上某个文件夹的地址。',
  },
  FETCH_LARGE: { message: '{host} 发送的内容超过 {limit} MB，不会是模型文件。' },
  FETCH_REFUSED: {
    message: '{host} 返回 HTTP {status}。',
    hint: '请检查地址；需要登录的文件请手动下载。',
  },
  FETCH_TOO_MANY: {
    message: '共有 {count} 个模型文件，超过 {limit} 个。',
    hint: '请给出其中一个文件夹的地址。',
  },
  FETCH_UNREACHABLE: { message: '无法连接 {host}：{reason}。', hint: '请检查地址和网络。' },
  'FETCH_UNREACHABLE.certificate': {
    message: '{host} 的证书不受信任：此处不认识其签发者。',
    hint: '如果您信任它，请将签发者加入本系统的证书，或用 NODE_EXTRA_CA_CERTS 指定其 PEM 文件。',
  },
  'FETCH_UNREACHABLE.expired': {
    message: '{host} 的证书已过期。',
    hint: '请联系其运营者更新证书，并检查本机时钟。',
  },
  'FETCH_UNREACHABLE.name': {
    message: '{host} 的证书属于另一个名称。',
    hint: '请使用证书对应的名称。',
  },
  'FETCH_UNREACHABLE.plain': {
    message: '{host} 在此地址不使用 HTTPS。',
    hint: '请检查端口，或改用 http://。',
  },
  'FETCH_UNREACHABLE.refused': {
    message: '{host} 拒绝连接。',
    hint: '请检查端口，以及服务器是否在运行。',
  },
  'FETCH_UNREACHABLE.silent': {
    message: '{host} 在 {seconds} 秒内没有响应。',
    hint: '请检查地址和网络。',
  },
  'FETCH_UNREACHABLE.unknown': {
    message: '找不到名为 {host} 的主机。',
    hint: '请检查拼写和网络。',
  },
}
