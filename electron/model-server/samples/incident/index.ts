import { Directory, entitiesOf, linkElement, relationsOf, runbookLink, setElement } from '../authoring.ts'
import type { Sample } from '../sample.ts'
import { domains, fixedNames } from './domains.ts'
import { operations } from './runbook.ts'
import { idOf } from '../authoring.ts'

/** A payment gateway is going down: find out why (docs/model-service.md#samples). */
export function incident(): Sample {
  const directory = new Directory()
  const fixed = Object.fromEntries(Object.entries(fixedNames).map(([place, name]) => [place, idOf(name)]))
  for (const domain of domains) directory.add(domain, fixed)
  return {
    name: 'incident-investigation',
    aliases: ['incident', 'incident-inv', 'payment-gateway-demo'],
    elements: [
      ...domains.flatMap(({ domain, sets, links }) => [
        ...Object.entries(sets).map(([set, table]) => setElement(domain, set, table)),
        ...links.map((link) => linkElement(domain, link)),
      ]),
      operations,
      runbookLink('platform', 'platform.service', 'platform.service.ops'),
    ],
    entities: domains.flatMap((domain) => entitiesOf(domain, directory)),
    relations: domains.flatMap((domain) => relationsOf(domain, directory)),
  }
}
