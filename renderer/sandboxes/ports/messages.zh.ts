import type { portMessages } from './messages.en.ts'

export const portMessagesZh: Record<keyof typeof portMessages, string> = {
  'sandboxes.ports.listening': '程序正在监听的端口',
  'sandboxes.ports.found.show': '打开',
  'sandboxes.ports.found.command': '打开端口：{port} · {program}',
  'sandboxes.ports.port': '沙箱中的端口',
  'sandboxes.ports.local': '本地端口',
  'sandboxes.ports.local.hint': '留空：任意空闲端口',
  'sandboxes.ports.need': '请输入 1 到 65535 之间的端口。',
  'sandboxes.ports.forward': '转发',
  'sandboxes.ports.new': '转发端口…',
  'sandboxes.ports.empty': '没有转发任何端口',
  'sandboxes.ports.hint': '先在沙箱中启动服务，再将其端口（1024 及以上）转发到本机。',
  'sandboxes.ports.open': '在浏览器中打开',
  'sandboxes.ports.panel': '在面板中显示',
  'sandboxes.ports.stop': '停止转发',
  'sandboxes.ports.connections': '{count, plural, =0 {当前没有连接} other {# 个连接}}',
  'sandboxes.panel': '端口 {port} 的页面',
  'sandboxes.panel.silent': '端口 {port} 上没有监听',
  'sandboxes.panel.again': '重试',
  'sandboxes.panel.reload': '重新加载',
  'sandboxes.panel.path': '页面路径',
  'sandboxes.panel.origin': '允许该页面访问自己的服务器和存储',
  'sandboxes.panel.close': '关闭面板',
  'sandboxes.panel.hint':
    '该页面不能调用自己的服务器，也不能保存数据。如果页面为空白，请在上方允许，或在浏览器中打开。',
  'sandboxes.panel.hint.origin':
    '该页面可以调用自己的服务器并保存数据，但无法触及 Orrery。如果页面为空白，说明它拒绝被嵌入：请在浏览器中打开。',
}
