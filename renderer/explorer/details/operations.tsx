import type { ReactNode } from 'react'
import type { GraphNode } from '../graph/graph.ts'
import { EntityMeasures } from '../measures/measures-view.tsx'
import { Runbooks } from '../runbooks/runbooks-view.tsx'
import styles from './details.module.css'

interface OperationsProps {
  readonly node: GraphNode
  readonly surface: 'model' | 'runtime'
  /** Further details. */
  readonly children: ReactNode
}

/** An entity's measurements and runbooks; for an entity set, its runbooks. */
export function Operations({ node, surface, children }: OperationsProps) {
  const { key, label, domain, kind, data = {} } = node
  const className = styles['section']
  if (surface === 'model')
    return (
      <>
        {kind === 'entity_set' ? <Runbooks set={key} className={className} /> : null}
        {children}
      </>
    )
  if (node.missing) return children
  return (
    <EntityMeasures entity={key} name={label} className={className}>
      <Runbooks set={`${domain}/${kind}/entity_set`} entity={{ key, label, data }} className={className} />
      {children}
    </EntityMeasures>
  )
}
