import {
  Directory,
  type DomainTable,
  entitiesOf,
  linkElement,
  relationsOf,
  setElement,
} from '../authoring.ts'
import type { Sample } from '../sample.ts'
import { apm } from './apm.ts'
import { automaker } from './automaker.ts'
import { crossLinks } from './cross.ts'
import { devops } from './devops.ts'
import { game } from './game.ts'
import { k8s } from './k8s.ts'
import { supplier } from './supplier.ts'
import { telemetry } from './telemetry.ts'

/** Ids that documentation and example queries of the real service use (docs/model-service.md#samples). */
const FIXED_IDS = {
  'devops.service:checkout': '10000000000000000000000000000101',
  'k8s.workload:checkout': '20000000000000000000000000000201',
  'automaker.vehicle:halo-0001': '5aea6dbce9b81b0437e61eeea27cbc26',
  'game.server:north': '67f6274e0ac0bd892f9b1ec09a2253fc',
  'supplier.production_batch:b-300': 'da48b22a817117fe8f7895a68f7ae96e',
}

const domains: readonly DomainTable[] = [devops, k8s, automaker, game, supplier, apm]
const cross: DomainTable = { domain: 'cross', sets: {}, links: crossLinks }

/** Six domains from code to cars, linked with each other. */
export function quickstart(): Sample {
  const directory = new Directory()
  for (const domain of domains) directory.add(domain, FIXED_IDS)
  const tables = [...domains, cross]
  return {
    name: 'multi-domain-quickstart',
    aliases: ['quickstart', 'quickstart-multidomain'],
    elements: [
      ...domains.flatMap(({ domain, sets }) =>
        Object.entries(sets).map(([set, table]) => setElement(domain, set, table)),
      ),
      ...tables.flatMap(({ domain, links }) => links.map((link) => linkElement(domain, link))),
      ...telemetry,
    ],
    entities: domains.flatMap((domain) => entitiesOf(domain, directory)),
    relations: tables.flatMap((domain) => relationsOf(domain, directory)),
  }
}
