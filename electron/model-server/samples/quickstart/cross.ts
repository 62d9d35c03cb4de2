import type { LinkTable } from '../authoring.ts'

/** Links from one domain into another: business down to the machines. */
export const crossLinks: readonly LinkTable[] = [
  {
    from: 'devops.service',
    verb: 'runs',
    to: 'k8s.workload',
    pairs: 'checkout>checkout catalog>catalog ledger>ledger telemetry>telemetry',
  },
  {
    from: 'devops.deployment',
    verb: 'targets',
    to: 'k8s.workload',
    pairs:
      'checkout-512>checkout checkout-511>checkout catalog-88>catalog ledger-301>ledger telemetry-19>telemetry',
  },
  {
    from: 'devops.environment',
    verb: 'maps',
    to: 'k8s.namespace',
    pairs: 'prod>shop prod>pay prod>edge staging>shop-staging',
  },
  { from: 'game.server', verb: 'runs', to: 'k8s.workload', pairs: 'north>arena-north south>arena-north' },
  {
    from: 'automaker.vehicle',
    verb: 'supported_by',
    to: 'devops.service',
    pairs: 'halo-0001>telemetry halo-0002>telemetry osprey-0031>telemetry',
  },
  {
    from: 'supplier.production_batch',
    verb: 'supported_by',
    to: 'devops.service',
    pairs: 'b-300>ledger b-301>ledger b-302>ledger',
  },
  {
    from: 'apm.service',
    verb: 'instance_of',
    to: 'devops.service',
    pairs: 'checkout-api>checkout catalog-api>catalog ledger-api>ledger',
  },
]
