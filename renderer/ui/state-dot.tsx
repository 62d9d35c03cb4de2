import type { ConnectionState } from '#shared/workbench/areas/connections.ts'
import styles from './state-dot.module.css'

/** The state of a connection by colour and shape, for the eye only: the words stand beside it. */
export function StateDot({ state }: { readonly state: ConnectionState }) {
  return <span className={styles['dot']} data-state={state} aria-hidden />
}
