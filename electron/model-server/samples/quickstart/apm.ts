import type { DomainTable } from '../authoring.ts'

/** Services as their traces show them. */
export const apm: DomainTable = {
  domain: 'apm',
  sets: {
    service: {
      words: ['Traced service', '被追踪服务'],
      about: 'A service as seen in traces, with what it called and how it failed.',
      columns: ['status', 'language', 'p95_ms', 'error_rate', 'last_failure'],
      rows: [
        [
          'checkout-api',
          'checkout-api',
          'degraded',
          'typescript',
          '8120',
          '3.4%',
          'checkout failure: ledger call ran into its deadline',
        ],
        ['catalog-api', 'catalog-api', 'healthy', 'go', '140', '0.1%', 'none'],
        ['ledger-api', 'ledger-api', 'warning', 'java', '910', '0.6%', 'posting retried after a lock wait'],
        ['basket-api', 'basket-api', 'healthy', 'typescript', '95', '0.2%', 'failure to load a saved basket'],
        ['search-api', 'search-api', 'healthy', 'go', '210', '0.1%', 'none'],
        ['voucher-api', 'voucher-api', 'healthy', 'typescript', '60', '0.0%', 'none'],
      ],
    },
    operation: {
      words: ['Operation', '接口'],
      about: 'One entry point of a traced service.',
      columns: ['method', 'p95_ms', 'calls_per_minute'],
      rows: [
        ['place-order', 'POST /orders', 'POST', '7900', '310'],
        ['show-order', 'GET /orders/{id}', 'GET', '120', '940'],
        ['list-items', 'GET /items', 'GET', '130', '4200'],
        ['post-entry', 'Ledger/Post', 'RPC', '870', '640'],
        ['find-items', 'GET /search', 'GET', '200', '2600'],
        ['check-voucher', 'POST /vouchers/check', 'POST', '55', '120'],
        ['load-basket', 'GET /basket', 'GET', '90', '1500'],
        ['save-basket', 'PUT /basket', 'PUT', '110', '800'],
      ],
    },
  },
  links: [
    {
      from: 'service',
      verb: 'calls',
      to: 'service',
      pairs:
        'checkout-api>ledger-api checkout-api>basket-api checkout-api>catalog-api basket-api>catalog-api checkout-api>voucher-api search-api>catalog-api',
    },
    {
      from: 'service',
      verb: 'exposes',
      to: 'operation',
      pairs:
        'checkout-api>place-order checkout-api>show-order catalog-api>list-items ledger-api>post-entry search-api>find-items voucher-api>check-voucher basket-api>load-basket basket-api>save-basket',
    },
    {
      from: 'operation',
      verb: 'calls',
      to: 'operation',
      pairs:
        'place-order>post-entry place-order>list-items place-order>check-voucher place-order>load-basket',
    },
  ],
}
