import type { DomainTable } from '../authoring.ts'

/** Ids are hashes of these names, the ones that the real sample's ids come from. */
export const fixedNames: { readonly [place: string]: string } = {
  'platform.service:payment-gateway': 'svc-pay-gw',
  'platform.service:checkout': 'svc-checkout',
  'platform.config_change:checkout-retry': 'cfg-checkout-retry',
  'platform.incident:inc-0042': 'inc-0042',
  'business.promotion:618-flash': 'promo-618-flash',
}

const platform: DomainTable = {
  domain: 'platform',
  sets: {
    service: {
      words: ['Service', '服务'],
      about: 'A service of the shop, who owns it and how it is doing.',
      columns: ['status', 'owner', 'sla_tier', 'qps_capacity', 'qps_now', 'note'],
      rows: [
        [
          'payment-gateway',
          'payment-gateway',
          'degraded',
          'payments-backend',
          'platinum',
          '4000',
          '35000',
          'Answers one call in five in time',
        ],
        [
          'checkout',
          'checkout-service',
          'healthy',
          'storefront',
          'gold',
          '9000',
          '8400',
          'Retries payments when they take long',
        ],
        ['order', 'order-service', 'healthy', 'storefront', 'gold', '6000', '2900', ''],
        [
          'cart',
          'cart-service',
          'warning',
          'storefront',
          'silver',
          '12000',
          '11100',
          'Close to its capacity',
        ],
        ['inventory', 'inventory-service', 'healthy', 'logistics', 'gold', '8000', '3100', ''],
        ['notification', 'notification-service', 'healthy', 'growth', 'bronze', '5000', '1200', ''],
        ['user-profile', 'user-profile-service', 'healthy', 'identity', 'silver', '7000', '2600', ''],
        ['search', 'search-service', 'healthy', 'growth', 'silver', '15000', '9800', ''],
        ['recommendation', 'recommendation-engine', 'healthy', 'growth', 'bronze', '6000', '4100', ''],
        ['pricing', 'pricing-service', 'healthy', 'storefront', 'gold', '10000', '5200', ''],
        ['auth', 'auth-service', 'healthy', 'identity', 'platinum', '20000', '9900', ''],
        ['api-gateway', 'api-gateway', 'healthy', 'identity', 'platinum', '40000', '21000', ''],
      ],
    },
    deployment: {
      words: ['Deployment', '部署'],
      about: 'A version that went live.',
      columns: ['version', 'change_summary', 'deployed_at', 'status'],
      rows: [
        [
          'pay-gw-321',
          'payment-gw v3.2.1',
          'v3.2.1',
          'Writes log lines as JSON; no change to the way payments run',
          '2024-06-18T08:30:00Z',
          'succeeded',
        ],
        [
          'checkout-250',
          'checkout v2.5.0',
          'v2.5.0',
          'New look of the address form',
          '2024-06-15T10:00:00Z',
          'succeeded',
        ],
        [
          'cart-190',
          'cart v1.9.0',
          'v1.9.0',
          'Keep baskets for sixty days',
          '2024-06-14T07:45:00Z',
          'succeeded',
        ],
        ['search-77', 'search v7.7', 'v7.7', 'Synonyms for sizes', '2024-06-12T12:20:00Z', 'succeeded'],
        ['auth-410', 'auth v4.1.0', 'v4.1.0', 'Rotate signing keys', '2024-06-10T05:00:00Z', 'succeeded'],
      ],
    },
    config_change: {
      words: ['Config change', '配置变更'],
      about: 'A setting that somebody changed on the running system.',
      columns: ['setting', 'old_value', 'new_value', 'changed_at', 'changed_by'],
      rows: [
        [
          'checkout-retry',
          'checkout retries up',
          'payment.max_retries',
          '2',
          '5',
          '2024-06-18T09:50:00Z',
          'storefront on-call',
        ],
        [
          'cart-ttl',
          'basket cache longer',
          'cart.cache_ttl',
          '60s',
          '120s',
          '2024-06-17T14:00:00Z',
          'storefront',
        ],
        [
          'search-boost',
          'promotion boost',
          'search.promo_boost',
          '1.0',
          '1.8',
          '2024-06-17T18:30:00Z',
          'growth',
        ],
        [
          'price-flag',
          'flash prices on',
          'pricing.flash_prices',
          'off',
          'on',
          '2024-06-18T09:55:00Z',
          'storefront',
        ],
      ],
    },
    incident: {
      words: ['Incident', '故障'],
      about: 'What is wrong, since when and how bad.',
      columns: ['severity', 'status', 'opened_at', 'symptom'],
      rows: [
        [
          'inc-0042',
          'INC-0042 payments time out',
          'sev1',
          'investigating',
          '2024-06-18T10:12:00Z',
          'Four in five payments end in a timeout',
        ],
        [
          'inc-0039',
          'INC-0039 slow baskets',
          'sev3',
          'mitigated',
          '2024-06-17T20:00:00Z',
          'Baskets take two seconds to load',
        ],
        [
          'inc-0031',
          'INC-0031 expired keys',
          'sev2',
          'closed',
          '2024-06-10T05:20:00Z',
          'Sign-in failed for ten minutes',
        ],
      ],
    },
    team: {
      words: ['Team', '团队'],
      about: 'Who answers for what.',
      columns: ['on_call', 'channel'],
      rows: [
        ['payments-backend', 'payments-backend', 'Ines Duarte', '#pay-oncall'],
        ['storefront', 'storefront', 'Jonas Weber', '#store-oncall'],
        ['logistics', 'logistics', 'Chen Yu', '#logi-oncall'],
        ['growth', 'growth', 'Amara Obi', '#growth-oncall'],
        ['identity', 'identity', 'Felix Novak', '#id-oncall'],
      ],
    },
  },
  links: [
    {
      from: 'service',
      verb: 'calls',
      to: 'service',
      pairs:
        'api-gateway>checkout api-gateway>auth api-gateway>search api-gateway>user-profile checkout>payment-gateway checkout>inventory checkout>cart checkout>pricing order>payment-gateway order>notification payment-gateway>auth search>recommendation recommendation>user-profile cart>pricing',
    },
    {
      from: 'deployment',
      verb: 'targets',
      to: 'service',
      pairs: 'pay-gw-321>payment-gateway checkout-250>checkout cart-190>cart search-77>search auth-410>auth',
    },
    {
      from: 'config_change',
      verb: 'targets',
      to: 'service',
      pairs: 'checkout-retry>checkout cart-ttl>cart search-boost>search price-flag>pricing',
    },
    {
      from: 'team',
      verb: 'owns',
      to: 'service',
      pairs:
        'payments-backend>payment-gateway storefront>checkout storefront>order storefront>cart storefront>pricing logistics>inventory growth>notification growth>search growth>recommendation identity>user-profile identity>auth identity>api-gateway',
    },
    {
      from: 'incident',
      verb: 'impacts',
      to: 'service',
      pairs: 'inc-0042>payment-gateway inc-0042>checkout inc-0042>order inc-0039>cart inc-0031>auth',
    },
    { from: 'config_change', verb: 'affects', to: 'service', pairs: 'checkout-retry>payment-gateway' },
  ],
}

const runtime: DomainTable = {
  domain: 'runtime',
  sets: {
    cluster: {
      words: ['Cluster', '集群'],
      about: 'Machines under one control plane.',
      columns: ['region', 'status'],
      rows: [
        ['east', 'shop-east', 'cn-east', 'healthy'],
        ['south', 'shop-south', 'cn-south', 'healthy'],
      ],
    },
    namespace: {
      words: ['Namespace', '命名空间'],
      about: 'A fenced part of a cluster.',
      columns: ['quota_cpu', 'status'],
      rows: [
        ['payments', 'payments', '64', 'active'],
        ['store', 'store', '160', 'active'],
        ['edge', 'edge', '96', 'active'],
      ],
    },
    workload: {
      words: ['Workload', '工作负载'],
      about: 'What keeps pods alive.',
      columns: ['replicas', 'cpu', 'status'],
      rows: [
        ['payment-gateway', 'payment-gateway', '8', '97%', 'saturated'],
        ['checkout', 'checkout', '12', '71%', 'ready'],
        ['order', 'order', '6', '44%', 'ready'],
        ['cart', 'cart', '10', '88%', 'ready'],
        ['search', 'search', '14', '62%', 'ready'],
        ['auth', 'auth', '9', '52%', 'ready'],
        ['api-gateway', 'api-gateway', '16', '58%', 'ready'],
        ['inventory', 'inventory', '6', '37%', 'ready'],
      ],
    },
    pod: {
      words: ['Pod', '容器组'],
      about: 'Containers that share an address.',
      columns: ['phase', 'restarts', 'note'],
      rows: [
        ['pay-a', 'payment-gateway-7f-a', 'running', '4', 'connection pool exhausted'],
        ['pay-b', 'payment-gateway-7f-b', 'running', '6', 'connection pool exhausted'],
        ['pay-c', 'payment-gateway-7f-c', 'crash looping', '19', 'killed: out of memory'],
        ['pay-d', 'payment-gateway-7f-d', 'running', '3', 'connection pool exhausted'],
        ['checkout-a', 'checkout-5c-a', 'running', '0', ''],
        ['checkout-b', 'checkout-5c-b', 'running', '0', ''],
        ['order-a', 'order-2b-a', 'running', '0', ''],
        ['cart-a', 'cart-99-a', 'running', '1', ''],
        ['cart-b', 'cart-99-b', 'running', '0', ''],
        ['search-a', 'search-1d-a', 'running', '0', ''],
        ['auth-a', 'auth-8e-a', 'running', '0', ''],
        ['gateway-a', 'api-gateway-3a-a', 'running', '0', ''],
        ['inventory-a', 'inventory-6f-a', 'running', '0', ''],
      ],
    },
  },
  links: [
    { from: 'cluster', verb: 'contains', to: 'namespace', pairs: 'east>payments east>store south>edge' },
    {
      from: 'namespace',
      verb: 'contains',
      to: 'workload',
      pairs:
        'payments>payment-gateway store>checkout store>order store>cart store>inventory store>search edge>auth edge>api-gateway',
    },
    {
      from: 'workload',
      verb: 'schedules',
      to: 'pod',
      pairs:
        'payment-gateway>pay-a payment-gateway>pay-b payment-gateway>pay-c payment-gateway>pay-d checkout>checkout-a checkout>checkout-b order>order-a cart>cart-a cart>cart-b search>search-a auth>auth-a api-gateway>gateway-a inventory>inventory-a',
    },
  ],
}

const business: DomainTable = {
  domain: 'business',
  sets: {
    promotion: {
      words: ['Promotion', '促销'],
      about: 'A sale, what was expected of it and what came.',
      columns: ['status', 'traffic_multiplier', 'expected_peak_qps', 'actual_peak_qps', 'started_at'],
      rows: [
        ['618-flash', '618 Flash Sale', 'active', '3.5', '12000', '38000', '2024-06-18T10:00:00Z'],
        ['back-to-school', 'Back to School', 'planned', '1.6', '9000', '', '2024-08-20T00:00:00Z'],
        ['new-year', 'New Year Deals', 'ended', '2.1', '11000', '10400', '2024-01-01T00:00:00Z'],
      ],
    },
    order_flow: {
      words: ['Order flow', '订单流程'],
      about: 'A way that an order takes through the services.',
      columns: ['status', 'orders_per_minute'],
      rows: [
        ['web-purchase', 'Web purchase', 'impaired', '410'],
        ['app-purchase', 'App purchase', 'impaired', '690'],
        ['gift-card', 'Gift card', 'normal', '35'],
      ],
    },
  },
  links: [],
}

/** Links from the business to the services and down to the machines. */
const cross: DomainTable = {
  domain: 'cross',
  sets: {},
  links: [
    {
      from: 'business.order_flow',
      verb: 'depends_on',
      to: 'platform.service',
      pairs:
        'web-purchase>checkout web-purchase>payment-gateway web-purchase>cart app-purchase>checkout app-purchase>payment-gateway app-purchase>auth gift-card>payment-gateway gift-card>notification',
    },
    {
      from: 'business.promotion',
      verb: 'triggers',
      to: 'platform.config_change',
      pairs: '618-flash>checkout-retry 618-flash>price-flag 618-flash>search-boost',
    },
    {
      from: 'platform.service',
      verb: 'runs_as',
      to: 'runtime.workload',
      pairs:
        'payment-gateway>payment-gateway checkout>checkout order>order cart>cart search>search auth>auth api-gateway>api-gateway inventory>inventory',
    },
  ],
}

export const domains: readonly DomainTable[] = [platform, runtime, business, cross]
