import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/theme.css'
import { App } from './app/app.tsx'
import { registerAppCommands } from './app/app-commands.ts'
import { runCommand } from './app/commands.ts'
import { listenForKeys } from './app/keys.ts'
import { fetchOpenBench, followAddress } from './app/routes.ts'
import { followRecents } from './app/recents.ts'
import { refuseStrayDrops } from './app/stray-drops.ts'
import { followSettings } from './app/settings-store.ts'
import { connectWorkbench, workbench } from './app/workbench.ts'

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
