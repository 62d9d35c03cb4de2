import type { DomainTable } from '../authoring.ts'

/** Where it all runs: clusters, nodes, pods. */
export const k8s: DomainTable = {
  domain: 'k8s',
  sets: {
    cluster: {
      words: ['Cluster', '集群'],
      about: 'A set of machines under one control plane.',
      columns: ['version', 'region'],
      rows: [
        ['aurora', 'aurora', '1.34', 'eu-central'],
        ['boreal', 'boreal', '1.33', 'eu-west'],
      ],
    },
    namespace: {
      words: ['Namespace', '命名空间'],
      about: 'A fenced part of a cluster.',
      columns: ['phase', 'owner'],
      rows: [
        ['shop', 'shop', 'active', 'storefront'],
        ['pay', 'pay', 'active', 'payments'],
        ['edge', 'edge', 'active', 'platform'],
        ['arena', 'arena', 'active', 'live-games'],
        ['shop-staging', 'shop-staging', 'active', 'storefront'],
      ],
    },
    workload: {
      words: ['Workload', '工作负载'],
      about: 'What keeps a number of pods alive.',
      columns: ['kind', 'replicas', 'status', 'image'],
      rows: [
        ['checkout', 'checkout', 'deployment', '4', 'degraded', 'registry.example/shop/checkout:5.12.0'],
        ['catalog', 'catalog', 'deployment', '3', 'ready', 'registry.example/shop/catalog:88'],
        ['ledger', 'ledger', 'statefulset', '3', 'ready', 'registry.example/pay/ledger:3.0.1'],
        ['telemetry', 'telemetry', 'deployment', '6', 'progressing', 'registry.example/plat/telemetry:18'],
        ['arena-north', 'arena-north', 'deployment', '2', 'ready', 'registry.example/games/arena:7.4'],
      ],
    },
    pod: {
      words: ['Pod', '容器组'],
      about: 'Containers that share an address.',
      columns: ['phase', 'restarts', 'ip'],
      rows: [
        ['checkout-a', 'checkout-6d9f-a', 'running', '7', '10.4.1.11'],
        ['checkout-b', 'checkout-6d9f-b', 'running', '0', '10.4.2.17'],
        ['catalog-a', 'catalog-77c1-a', 'running', '0', '10.4.1.12'],
        ['ledger-0', 'ledger-0', 'running', '1', '10.4.3.5'],
        ['ledger-1', 'ledger-1', 'running', '0', '10.4.2.6'],
        ['telemetry-a', 'telemetry-5b2e-a', 'crash looping', '31', '10.4.3.9'],
        ['arena-a', 'arena-north-a', 'running', '0', '10.8.1.4'],
        ['arena-b', 'arena-north-b', 'running', '2', '10.8.1.5'],
        ['catalog-b', 'catalog-77c1-b', 'running', '0', '10.4.2.19'],
        ['ledger-2', 'ledger-2', 'running', '0', '10.4.1.8'],
        ['telemetry-b', 'telemetry-5b2e-b', 'pending', '0', ''],
      ],
    },
    node: {
      words: ['Node', '节点'],
      about: 'A machine that runs pods.',
      columns: ['status', 'instance_type', 'zone'],
      rows: [
        ['n1', 'aurora-n1', 'ready', 'c8.2xlarge', 'a'],
        ['n2', 'aurora-n2', 'ready', 'c8.2xlarge', 'b'],
        ['n3', 'aurora-n3', 'memory pressure', 'm8.xlarge', 'b'],
        ['n4', 'boreal-n1', 'ready', 'g6.xlarge', 'c'],
      ],
    },
    service: {
      words: ['Cluster service', '集群服务'],
      about: 'A stable address in front of pods.',
      columns: ['type', 'port'],
      rows: [
        ['checkout', 'checkout', 'ClusterIP', '8080'],
        ['catalog', 'catalog', 'ClusterIP', '8080'],
        ['ledger', 'ledger', 'ClusterIP', '9090'],
        ['arena', 'arena', 'LoadBalancer', '7777'],
      ],
    },
    ingress: {
      words: ['Ingress', '入口'],
      about: 'A door from the outside.',
      columns: ['host', 'tls'],
      rows: [
        ['shop', 'shop-door', 'shop.example.com', 'yes'],
        ['play', 'play-door', 'play.example.com', 'yes'],
      ],
    },
  },
  links: [
    {
      from: 'cluster',
      verb: 'contains',
      to: 'namespace',
      pairs: 'aurora>shop aurora>pay aurora>edge aurora>shop-staging boreal>arena',
    },
    { from: 'cluster', verb: 'contains', to: 'node', pairs: 'aurora>n1 aurora>n2 aurora>n3 boreal>n4' },
    {
      from: 'cluster',
      verb: 'contains',
      to: 'workload',
      pairs: 'aurora>checkout aurora>catalog aurora>ledger aurora>telemetry boreal>arena-north',
    },
    {
      from: 'namespace',
      verb: 'contains',
      to: 'workload',
      pairs: 'shop>checkout shop>catalog pay>ledger edge>telemetry arena>arena-north',
    },
    {
      from: 'workload',
      verb: 'owns',
      to: 'pod',
      pairs:
        'checkout>checkout-a checkout>checkout-b catalog>catalog-a ledger>ledger-0 ledger>ledger-1 telemetry>telemetry-a arena-north>arena-a arena-north>arena-b catalog>catalog-b ledger>ledger-2 telemetry>telemetry-b',
    },
    {
      from: 'workload',
      verb: 'runs',
      to: 'node',
      pairs: 'checkout>n1 checkout>n2 catalog>n1 ledger>n2 ledger>n3 telemetry>n3 arena-north>n4',
    },
    {
      from: 'pod',
      verb: 'runs',
      to: 'node',
      pairs:
        'checkout-a>n1 checkout-b>n2 catalog-a>n1 ledger-0>n3 ledger-1>n2 telemetry-a>n3 arena-a>n4 arena-b>n4 catalog-b>n2 ledger-2>n1',
    },
    {
      from: 'service',
      verb: 'routes_to',
      to: 'workload',
      pairs: 'checkout>checkout catalog>catalog ledger>ledger arena>arena-north',
    },
    { from: 'ingress', verb: 'exposes', to: 'service', pairs: 'shop>checkout shop>catalog play>arena' },
  ],
}
