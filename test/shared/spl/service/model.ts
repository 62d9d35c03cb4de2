import type { Element } from '#shared/model/element.ts'
import { modelFactsOf } from '#shared/spl/service/model.ts'

const element = (kind: string, domain: string, name: string, spec: Element['spec'] = {}): Element => ({
  kind,
  domain,
  name,
  spec,
})

/** A small model, as a server holds it. */
export const elements: readonly Element[] = [
  element('entity_set', 'devops', 'devops.service', {
    fields: [
      { name: 'status', type: 'string' },
      { name: 'owner' },
      { name: 'display_name' },
      { name: 'odd name' },
    ],
  }),
  element('entity_set', 'k8s', 'k8s.pod', { fields: [{ name: 'phase' }] }),
  element('log_set', 'devops', 'devops.log.service'),
  element('metric_set', 'devops', 'devops.metric.service', { metrics: [{ name: 'latency', unit: 'ms' }] }),
  element('entity_set_link', 'devops', 'calls', { entity_link_type: 'calls' }),
  element('entity_set_link', 'devops', 'routes', { entity_link_type: 'routes to' }),
]

export const model = modelFactsOf(elements)
