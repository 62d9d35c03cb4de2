import { parse } from 'yaml'
import type { Element } from '#shared/model/element.ts'
import type { EntityChange, RelationChange } from '#shared/model/entity.ts'
import {
  Directory,
  type DomainTable,
  entitiesOf,
  idOf,
  linkElements,
  relationsOf,
  runbookElement,
  type RunbookFile,
  runbookLink,
  setElements,
  withLinkNames,
} from './authoring.ts'
import { incidentTelemetry } from './incident-telemetry.ts'
import incidentFile from './incident.yaml'
import runbooksFile from './quickstart-runbooks.yaml'
import quickstartFile from './quickstart.yaml'
import { telemetry } from './telemetry.ts'

/** A model with sample data. */
interface Sample {
  readonly name: string
  readonly aliases: readonly string[]
  readonly elements: readonly Element[]
  readonly entities: readonly EntityChange[]
  readonly relations: readonly RelationChange[]
}

/** Ids used in the documentation and example queries of the upstream service (docs/model-service.md#samples). */
const FIXED_IDS = {
  'devops.service:checkout': '10000000000000000000000000000101',
  'k8s.workload:checkout': '20000000000000000000000000000201',
  'automaker.vehicle:halo-0001': '5aea6dbce9b81b0437e61eeea27cbc26',
  'game.server:north': '67f6274e0ac0bd892f9b1ec09a2253fc',
  'supplier.production_batch:b-300': 'da48b22a817117fe8f7895a68f7ae96e',
}

/** Six linked domains, from code to cars. */
function quickstart(): Sample {
  const domains = parse(quickstartFile) as DomainTable[]
  const directory = new Directory()
  for (const domain of domains) directory.add(domain, FIXED_IDS)
  return {
    name: 'multi-domain-quickstart',
    aliases: ['quickstart', 'quickstart-multidomain'],
    elements: withLinkNames([
      ...domains.flatMap(setElements),
      ...linkElements(domains),
      ...telemetry,
      ...(parse(runbooksFile) as RunbookFile[]).map(runbookElement),
    ]),
    entities: domains.flatMap((domain) => entitiesOf(domain, directory)),
    relations: domains.flatMap((domain) => relationsOf(domain, directory)),
  }
}

interface IncidentFile {
  readonly domains: readonly DomainTable[]
  readonly ids: { readonly [place: string]: string }
  readonly runbook: RunbookFile
}

/** A failing payment gateway: find out why (docs/model-service.md#samples). */
function incident(): Sample {
  const { domains, ids, runbook } = parse(incidentFile) as IncidentFile
  const directory = new Directory()
  const fixed = Object.fromEntries(Object.entries(ids).map(([place, name]) => [place, idOf(name)]))
  for (const domain of domains) directory.add(domain, fixed)
  return {
    name: 'incident-investigation',
    aliases: ['incident', 'incident-inv', 'payment-gateway-demo'],
    elements: withLinkNames([
      ...domains.flatMap(setElements),
      ...linkElements(domains),
      runbookElement(runbook),
      runbookLink('platform', 'platform.service', 'platform.service.ops'),
    ]),
    entities: domains.flatMap((domain) => entitiesOf(domain, directory)),
    relations: domains.flatMap((domain) => relationsOf(domain, directory)),
  }
}

/** The incident sample, with metrics and logs of its services. */
function incidentWithTelemetry(): Sample {
  const sample = incident()
  const elements = withLinkNames([...sample.elements, ...incidentTelemetry])
  return { ...sample, name: 'incident-telemetry', aliases: [], elements }
}

/** Samples by name, built on demand. */
const samples: readonly { readonly names: readonly string[]; readonly build: () => Sample }[] = [
  { names: ['multi-domain-quickstart', 'quickstart', 'quickstart-multidomain'], build: quickstart },
  { names: ['incident-investigation', 'incident', 'incident-inv', 'payment-gateway-demo'], build: incident },
  { names: ['incident-telemetry'], build: incidentWithTelemetry },
]

/** Returns the names of samples, without aliases. */
export function sampleNames(): string[] {
  return samples.flatMap(({ names }) => names[0] ?? [])
}

/** Returns the builder of a sample by name or alias; undefined when there is none. */
export function findSample(name: string): (() => Sample) | undefined {
  return samples.find(({ names }) => names.includes(name))?.build
}
