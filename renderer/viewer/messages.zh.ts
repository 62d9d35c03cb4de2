import type { viewerMessages } from './messages.en.ts'

export const viewerMessagesZh: Record<keyof typeof viewerMessages, string> = {
  'viewer.title': '结果图',
  'viewer.search': '查找节点',
  'viewer.none': '未找到',
  'viewer.fit': '适应窗口',
  'viewer.links': '关联',
  'viewer.note': '备注',
  'viewer.open': '查看内部',
  'viewer.choose': '选择一个节点以查看其字段和关联。',
  'viewer.waiting': '正在等待结果…',
  'viewer.cancelled': '查询已取消。',
  'viewer.failed': '查询失败。',
  'viewer.empty': '查询没有结果。',
  'viewer.neighbours': '显示邻居',
  'viewer.asking': '正在询问服务器…',
  'viewer.noNeighbours': '没有其他邻居。',
  'viewer.whole': '全屏',
  'viewer.counts.elements': '{nodes} 个元素，{edges} 条关联',
  'viewer.counts.entities': '{nodes} 个实体，{edges} 条关联',
  'viewer.counts.nodes': '{nodes} 个节点，{edges} 条关联',
  'viewer.rows': '{shown} / {total} 行',
}
