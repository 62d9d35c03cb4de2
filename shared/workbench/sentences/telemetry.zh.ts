import type { Sentence } from './en.ts'
import type { telemetrySentencesEn } from './telemetry.en.ts'

export const telemetrySentencesZh: Readonly<Record<keyof typeof telemetrySentencesEn, Sentence>> = {
  TELEMETRY_CERTIFICATE: {
    message: '{name} 的证书不受信任：{reason}',
    hint: '请检查地址，或在连接中填写证书颁发机构的文件。',
  },
  TELEMETRY_FAILED: {
    message: '{name} 返回 HTTP {status}：{reason}',
    hint: '请求和完整的响应在“请求”中。',
  },
  TELEMETRY_LARGE: {
    message: '{name} 发送的数据超过 {megabytes} MB。',
    hint: '请选择更短的时间范围、更少的实体或更长的步长。',
  },
  TELEMETRY_MALFORMED: {
    message: '{name} 的响应不符合 {protocol}：{reason}',
    hint: '请检查连接的地址和类型。',
  },
  TELEMETRY_PLAN: {
    message: 'Orrery 无法运行此计划：它既不是 PromQL，也不是 Elasticsearch 搜索。',
    hint: '请复制其文本，在其存储处运行。',
  },
  TELEMETRY_PROTOCOL: { message: '{name} 不支持 {protocol}。', hint: '请选择该类型的连接。' },
  TELEMETRY_RANGE: { message: '时间范围的结束早于开始。', hint: '请在查询上方更改。' },
  TELEMETRY_REDIRECT: { message: '{name} 重定向到 {address}。', hint: '如果信任该地址，请在连接中填写它。' },
  TELEMETRY_REFUSED: {
    message: '{name} 以 HTTP {status} 拒绝了请求：{reason}',
    hint: '请检查连接的令牌和请求头。',
  },
  TELEMETRY_SAID: { message: '{name} 无法运行查询：{reason}', hint: '请求和完整的响应在“请求”中。' },
  TELEMETRY_TIMEOUT: {
    message: '{name} 在 {seconds} 秒内没有响应。',
    hint: '请选择更短的时间范围，或提高连接的时限。',
  },
  TELEMETRY_UNREACHABLE: {
    message: '无法访问 {name}：{reason}',
    hint: '请检查连接的地址，以及它是否在运行。',
  },
}
