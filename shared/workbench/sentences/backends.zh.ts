import type { backendSentencesEn } from './backends.en.ts'
import type { Sentence } from './en.ts'

export const backendSentencesZh: Readonly<Record<keyof typeof backendSentencesEn, Sentence>> = {
  'BACKEND.appArmor': {
    message: 'AppArmor 不允许普通用户创建自己的命名空间，Ubuntu 自 23.10 起如此（{reason}）',
  },
  'BACKEND.container': { message: '这是一个容器，其自身的规则禁止命名空间（{reason}）' },
  'BACKEND.denied': { message: '当前用户无权使用 {name}（{reason}）' },
  'BACKEND.engine': { message: '{name} 已安装，但没有响应（{reason}）' },
  'BACKEND.engineFar': { message: '{address} 处的 {name} 没有响应（{reason}）' },
  'BACKEND.failed': { message: '在这台机器上无法工作（{reason}）' },
  'BACKEND.forbidden': { message: '这台机器禁止命名空间（{reason}）' },
  'BACKEND.kernel': { message: '此内核不允许普通用户创建自己的命名空间（{reason}）' },
  'BACKEND.needsLinux': { message: '{name} 需要 Linux' },
  'BACKEND.noNamespaces': { message: '这台机器不允许用户命名空间（{reason}）' },
  'BACKEND.notInstalled': { message: '未安装 {name}' },
  'BACKEND.programs': { message: '缺少程序 {programs}' },
}
