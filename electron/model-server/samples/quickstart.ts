import { parse } from 'yaml'
import {
  Directory,
  type DomainTable,
  entitiesOf,
  linkElements,
  relationsOf,
  setElements,
} from './authoring.ts'
import file from './quickstart.yaml'
import type { Sample } from './sample.ts'
import { telemetry } from './telemetry.ts'

/** Ids that documentation and example queries of the real service use (docs/model-service.md#samples). */
const FIXED_IDS = {
  'devops.service:checkout': '10000000000000000000000000000101',
  'k8s.workload:checkout': '20000000000000000000000000000201',
  'automaker.vehicle:halo-0001': '5aea6dbce9b81b0437e61eeea27cbc26',
  'game.server:north': '67f6274e0ac0bd892f9b1ec09a2253fc',
  'supplier.production_batch:b-300': 'da48b22a817117fe8f7895a68f7ae96e',
}

/** Six domains from code to cars, linked with each other. */
export function quickstart(): Sample {
  const domains = parse(file) as DomainTable[]
  const directory = new Directory()
  for (const domain of domains) directory.add(domain, FIXED_IDS)
  return {
    name: 'multi-domain-quickstart',
    aliases: ['quickstart', 'quickstart-multidomain'],
    elements: [...domains.flatMap(setElements), ...domains.flatMap(linkElements), ...telemetry],
    entities: domains.flatMap((domain) => entitiesOf(domain, directory)),
    relations: domains.flatMap((domain) => relationsOf(domain, directory)),
  }
}
