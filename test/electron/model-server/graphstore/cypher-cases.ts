import { idOf } from './records.ts'

const service = '`shop@shop.service`'
/** Queries over the contract's shop model, with the rows that every store returns. */
export const CYPHER_CASES: readonly [title: string, text: string, rows: unknown[][]][] = [
  [
    'label of domain and type',
    `MATCH (s:${service}) WHERE s.display_name IS NOT NULL RETURN s.display_name ORDER BY s.display_name`,
    [['Cart'], ['Checkout'], ['Payment']],
  ],
  ['label of the type alone', 'MATCH (s:`shop.team`) RETURN s.display_name', [['Ops']]],
  ['id lookup with a label', `MATCH (s:${service} {__entity_id__: $id}) RETURN s.display_name`, [['Cart']]],
  ['id lookup without a label', 'MATCH (s) WHERE s.__entity_id__ = $id RETURN s.display_name', [['Cart']]],
  ['equality of a text', 'MATCH (s {display_name: "Cart"}) RETURN s.tier', [[1]]],
  [
    'equality of a number',
    'MATCH (s {tier: 1}) RETURN s.display_name ORDER BY s.display_name',
    [['Cart'], ['Payment']],
  ],
  ['equality of a truth value', 'MATCH (s) WHERE s.up = true RETURN s.display_name', [['Cart']]],
  [
    'text tests are case-sensitive',
    'MATCH (s) WHERE s.display_name CONTAINS "ar" RETURN s.display_name',
    [['Cart']],
  ],
  ['text test that differs in case', 'MATCH (s) WHERE s.display_name STARTS WITH "cart" RETURN s', []],
  [
    'system fields',
    'MATCH (s {__entity_type__: "shop.team"}) RETURN s.__domain__, s.__method__, s.__deleted__',
    [['shop', 'Create', false]],
  ],
  [
    'one hop out',
    'MATCH (s {display_name: "Checkout"})-[r:calls]->(t) RETURN t.display_name, r.rate ORDER BY r.rate',
    [
      ['Cart', 2.5],
      ['Payment', 5],
    ],
  ],
  [
    'either direction, a loop once',
    'MATCH (s {display_name: "Payment"})-[r]-(t) RETURN type(r), t.display_name ORDER BY type(r), t.display_name',
    [
      ['calls', 'Checkout'],
      ['calls', 'Payment'],
      ['owns', 'Ops'],
    ],
  ],
  [
    'two hops and grouping',
    'MATCH (s {display_name: "Checkout"})--()-[r]-(o) RETURN type(r) AS t, count(*) AS n ORDER BY t',
    [
      ['calls', 1],
      ['owns', 1],
    ],
  ],
  [
    'variable length',
    'MATCH (a)-[:calls*1..3]->({display_name: "Cart"}) RETURN a.display_name ORDER BY a.display_name',
    [[null], ['Checkout']],
  ],
  [
    'an end without a record is a bare node',
    `MATCH (s:${service}) WHERE s.display_name IS NULL RETURN s`,
    [[{ __domain__: 'shop', __entity_type__: 'shop.service', __entity_id__: idOf('web') }]],
  ],
  [
    'a bare node by its id',
    'MATCH (s:`shop@shop.service` {__entity_id__: $web})-[:calls]->(t) RETURN t.display_name',
    [['Checkout']],
  ],
  ['an id that exists nowhere', 'MATCH (s:`shop@shop.service` {__entity_id__: $ghost}) RETURN s', []],
  [
    'a pattern as a condition',
    `MATCH (s:${service}) WHERE (s)<-[:owns]-() RETURN s.display_name`,
    [['Payment']],
  ],
  ['count of everything', 'MATCH (n) RETURN count(*)', [[5]]],
  [
    'stored nested values',
    'MATCH (n {display_name: "Payment"}) RETURN n.nested.deep[2], size(n.nested.deep)',
    [['z', 3]],
  ],
]
