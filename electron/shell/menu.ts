import { app, Menu, type MenuItemConstructorOptions } from 'electron'
import { en } from './messages.en.ts'

/** The native menu: the usual roles, and the workbench's places as commands of the page. */
export function installMenu(send: (command: string) => void, openWindow: () => void): void {
  const go = (id: string, label: string, accelerator: string): MenuItemConstructorOptions => ({
    label,
    accelerator,
    click: () => send(`app.go.${id}`),
  })
  const template: MenuItemConstructorOptions[] = [
    ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
    {
      label: en.file,
      submenu: [
        { label: en.newWindow, accelerator: 'CmdOrCtrl+Shift+N', click: openWindow },
        { type: 'separator' },
        { role: process.platform === 'darwin' ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: en.go,
      submenu: [
        go('explorer', en.explorer, 'CmdOrCtrl+1'),
        go('query', en.query, 'CmdOrCtrl+2'),
        go('sandboxes', en.sandboxes, 'CmdOrCtrl+3'),
        go('environments', en.environments, 'CmdOrCtrl+4'),
        go('console', en.console, 'CmdOrCtrl+5'),
        { type: 'separator' },
        go('settings', en.settings, 'CmdOrCtrl+,'),
        { label: en.palette, accelerator: 'CmdOrCtrl+K', click: () => send('app.palette') },
      ],
    },
    {
      label: en.view,
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' as const }]),
      ],
    },
    { role: 'windowMenu' },
  ]
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
