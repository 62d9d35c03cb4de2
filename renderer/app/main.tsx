import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './theme.css'
import { App } from './app.tsx'
import { registerAppCommands } from './app-commands.ts'
import { runCommand } from './commands.ts'
import { listenForKeys } from './keys.ts'
import { fetchOpenBench, followAddress } from './routes.ts'
import { followRecents } from './recents.ts'
import { refuseStrayDrops } from './stray-drops.ts'
import { followSettings } from './settings-store.ts'
import { connectWorkbench, workbench } from './workbench.ts'

connectWorkbench()
fetchOpenBench()
followSettings()
followAddress()
listenForKeys()
registerAppCommands()
followRecents()
refuseStrayDrops()
workbench.on('host.command', ({ id, argument }) => void runCommand(id, argument))

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
