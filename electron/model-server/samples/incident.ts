import { parse } from 'yaml'
import type { JsonObject } from '#shared/model/json.ts'
import {
  Directory,
  type DomainTable,
  element,
  entitiesOf,
  idOf,
  linkElements,
  relationsOf,
  runbookLink,
  setElements,
} from './authoring.ts'
import file from './incident.yaml'
import type { Sample } from './sample.ts'

interface IncidentFile {
  readonly domains: readonly DomainTable[]
  readonly ids: { readonly [place: string]: string }
  readonly runbook: JsonObject
}

const runbookTexts = {
  words: ['Service operations', '服务运维手册'],
  about: 'How to find out why a service is overloaded and how to relieve it.',
} as const

/** A payment gateway is going down: find out why (docs/model-service.md#samples). */
export function incident(): Sample {
  const { domains, ids, runbook } = parse(file) as IncidentFile
  const directory = new Directory()
  const fixed = Object.fromEntries(Object.entries(ids).map(([place, name]) => [place, idOf(name)]))
  for (const domain of domains) directory.add(domain, fixed)
  return {
    name: 'incident-investigation',
    aliases: ['incident', 'incident-inv', 'payment-gateway-demo'],
    elements: [
      ...domains.flatMap((domain) => [...setElements(domain), ...linkElements(domain)]),
      element('runbook_set', 'platform', 'platform.service.ops', runbookTexts, runbook),
      runbookLink('platform', 'platform.service', 'platform.service.ops'),
    ],
    entities: domains.flatMap((domain) => entitiesOf(domain, directory)),
    relations: domains.flatMap((domain) => relationsOf(domain, directory)),
  }
}
