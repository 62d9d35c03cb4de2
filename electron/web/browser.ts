import { spawn } from 'node:child_process'

/** The system's way to open an address; resolves to whether there was one. */
export async function openInBrowser(url: string): Promise<boolean> {
  const [command, ...args] = opener(url)
  if (command === undefined) return false
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}

function opener(url: string): string[] {
  if (process.platform === 'darwin') return ['open', url]
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url]
  return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'] ? ['xdg-open', url] : []
}
