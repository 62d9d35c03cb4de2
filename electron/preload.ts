import { ipcRenderer } from 'electron'

/**
 * Passes one message port to the page and exposes nothing else. The page requests it when ready; the main process answers
 * once per page load with the other end (see shell/channel.ts).
 */
window.addEventListener('message', (event) => {
  if (event.source === window && event.origin === location.origin && event.data === 'orrery:ready') {
    ipcRenderer.send('orrery:ready')
  }
})

ipcRenderer.on('orrery:channel', (event) => {
  window.postMessage('orrery:channel', location.origin, event.ports as MessagePort[])
})
