import type { Sentence } from './en.ts'
import type { fileSentencesEn } from './files.en.ts'

export const fileSentencesZh: Readonly<Record<keyof typeof fileSentencesEn, Sentence>> = {
  FILE_CHANGED: {
    message: '{path} 在此处打开后已在沙箱中被修改。',
    hint: '请重新加载，或用您的内容覆盖。',
  },
  FILE_EXISTS: { message: '{path} 已存在。' },
  'FILE_REFUSED.missing': { message: '{path} 不存在。' },
  'FILE_REFUSED.mode': { message: '{path} 的权限未改变。' },
  FILE_SHORT: { message: '沙箱只给出了 {total} 字节中的 {done} 字节。', hint: '请重新下载。' },
  'FOLDER_REFUSED.closed': {
    message: '{path} 的权限不允许列出其内容。',
    hint: '请在终端中更改权限。',
  },
  'FOLDER_REFUSED.file': { message: '{path} 不是文件夹。' },
  'FOLDER_REFUSED.missing': { message: '没有文件夹 {path}。' },
  LEND_FAILED: { message: '无法借出密钥：{reason}', hint: '沙箱中未留下任何内容。请重试。' },
  LEND_KEPT: {
    message: '无法收回密钥：{reason}',
    hint: '请重试，或停止沙箱：密钥只存在于其内存中。',
  },
  LEND_NO_MEMORY: {
    message: '此沙箱没有位于内存中的文件夹，密钥不会写入其磁盘。',
    hint: '请借给具有 Linux 与 /dev/shm 的平台上的沙箱。',
  },
  LEND_NO_SECRET: { message: '此处未保存机密 {name}，或无法打开它。', hint: '请再次输入密钥。' },
  SEARCH_PATTERN: { message: '搜索无法解析此表达式：{reason}' },
  START_FILES: {
    message: '沙箱已运行，但无法写入文件 {path}：{reason}',
    hint: '请在模板中更正路径，或在“文件”中创建该文件。',
  },
  UNKNOWN_UPLOAD: { message: '此上传已结束或已取消。' },
  UPLOAD_ENDED: { message: '浏览器停止了发送文件。', hint: '请重新上传。' },
  UPLOAD_UNPACK: {
    message: '无法在 {path} 中解包文件：{reason}',
    hint: '请检查是否装有 tar 以及空间是否足够。',
  },
  MODEL_COPY_FAILED: {
    message: '导入前无法复制模型：{reason}。没有导入任何内容。',
    hint: '请在设置所显示的数据文件夹中腾出空间，然后重试。',
  },
  MODEL_COPY_GONE: {
    message: '此次导入已无法撤销：此后又导入或恢复了其他内容。没有任何更改。',
    hint: '请重新查看可以撤销什么。',
  },
  MODEL_COPY_MOVED: {
    message: '在此期间模型中又写入了内容。没有任何更改。',
    hint: '请重新查看将失去什么，再做决定。',
  },
}
