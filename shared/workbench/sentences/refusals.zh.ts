import type { Sentence } from './en.ts'
import type { refusalSentencesEn } from './refusals.en.ts'

export const refusalSentencesZh: Readonly<Record<keyof typeof refusalSentencesEn, Sentence>> = {
  FORBIDDEN: {
    message: '密钥 {key} 的角色是 {role}，而 {operation} 需要 {needs}。',
    hint: '服务器的管理员可以添加有权限的密钥：orrery sandbox keys add NAME --role {needs}',
  },
  'FORBIDDEN.person': {
    message: '代理转发的用户 {name} 没有有效的密钥。',
    hint: '服务器的管理员可以添加密钥：orrery sandbox keys add NAME --no-secret',
  },
  TOO_MANY_CALLS: {
    message: '调用次数已达上限：{reason}每分钟最多 {most} 次。',
    hint: '请稍后重试。服务器的管理员可以提高上限：orrery sandbox keys caps {option} --max-rate N',
  },
  'CAP_REACHED.cpus': {
    message: '处理器已达上限：{reason}同时最多 {most} 个，已用 {has}，还需 {wants}。',
    hint: '请停止一个沙箱，或减少申请。服务器的管理员可以提高上限：orrery sandbox keys caps {option} --max-cpus N',
  },
  'CAP_REACHED.disk': {
    message: '磁盘已达上限：{reason}同时最多 {most}，已用 {has}，还需 {wants}。',
    hint: '请删除一个沙箱，包括已停止的。服务器的管理员可以提高上限：orrery sandbox keys caps {option} --max-disk N',
  },
  'CAP_REACHED.environments': {
    message: '环境已达上限：{reason}同时最多 {most} 个。',
    hint: '请关闭一个环境。服务器的管理员可以提高上限：orrery sandbox keys caps {option} --max-environments N',
  },
  'CAP_REACHED.holder.key': { message: '密钥 {name} ' },
  'CAP_REACHED.holder.namespace': { message: '命名空间 {name} ' },
  'CAP_REACHED.memory': {
    message: '内存已达上限：{reason}同时最多 {most}，已用 {has}，还需 {wants}。',
    hint: '请停止一个沙箱，或减少申请。服务器的管理员可以提高上限：orrery sandbox keys caps {option} --max-memory N',
  },
  'CAP_REACHED.sandboxes': {
    message: '沙箱已达上限：{reason}同时最多 {most} 个。',
    hint: '请停止一个沙箱。服务器的管理员可以提高上限：orrery sandbox keys caps {option} --max-sandboxes N',
  },
  'CAP_REACHED.sessions': {
    message: '会话已达上限：{reason}同时最多 {most} 个。',
    hint: '请关闭一个终端。服务器的管理员可以提高上限：orrery sandbox keys caps {option} --max-sessions N',
  },
}
