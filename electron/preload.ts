import { ipcRenderer } from 'electron'

/**
 * Hands the page one message port and nothing else. The page asks for it when it is ready; the main process answers once per
 * load with the other end (see shell/channel.ts).
 */
window.addEventListener('message', (event) => {
  if (event.source === window && event.origin === location.origin && event.data === 'orrery:ready') {
    ipcRenderer.send('orrery:ready')
  }
})

ipcRenderer.on('orrery:channel', (event) => {
  window.postMessage('orrery:channel', location.origin, event.ports as MessagePort[])
})
