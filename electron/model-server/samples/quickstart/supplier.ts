import type { DomainTable } from '../authoring.ts'

/** Parts for the car maker, from the vendor's ore to the delivered component. */
export const supplier: DomainTable = {
  domain: 'supplier',
  sets: {
    vendor: {
      words: ['Vendor', '供应商'],
      about: 'A company that sells material or parts.',
      columns: ['country', 'rating', 'status'],
      rows: [
        ['norsk', 'Norsk Kobber', 'NO', 'A', 'approved'],
        ['ligure', 'Ligure Polimeri', 'IT', 'B', 'approved'],
        ['tatra', 'Tatra Cells', 'SK', 'A', 'approved'],
        ['orient', 'Orient Magnetics', 'KR', 'C', 'on watch'],
      ],
    },
    purchase_order: {
      words: ['Purchase order', '采购订单'],
      about: 'What was bought from a vendor.',
      columns: ['amount', 'status', 'ordered_at'],
      rows: [
        ['p-71', 'P-71 copper foil', '18 t', 'received', '2026-01-12'],
        ['p-72', 'P-72 polymer beads', '6 t', 'received', '2026-01-15'],
        ['p-73', 'P-73 battery cells', '40000 pcs', 'partly received', '2026-01-20'],
        ['p-74', 'P-74 rotor magnets', '9000 pcs', 'late', '2026-01-22'],
      ],
    },
    material_lot: {
      words: ['Material lot', '物料批次'],
      about: 'Material that came in together.',
      columns: ['grade', 'quality', 'received_at'],
      rows: [
        ['m-11', 'Lot M-11', 'foil 6 µm', 'passed', '2026-02-01'],
        ['m-12', 'Lot M-12', 'PA66', 'passed', '2026-02-03'],
        ['m-13', 'Lot M-13', 'NMC 811', 'passed', '2026-02-06'],
        ['m-14', 'Lot M-14', 'N42SH', 'quarantine', '2026-02-18'],
      ],
    },
    production_batch: {
      words: ['Production batch', '生产批次'],
      about: 'Parts made in one go.',
      columns: ['line', 'status', 'yield'],
      rows: [
        ['b-300', 'Batch 300 battery modules', 'L2', 'released', '98.7%'],
        ['b-301', 'Batch 301 connectors', 'L5', 'released', '99.4%'],
        ['b-302', 'Batch 302 rotors', 'L1', 'on hold', '91.2%'],
      ],
    },
    component_lot: {
      words: ['Component lot', '部件批次'],
      about: 'Parts ready to leave.',
      columns: ['part', 'pieces', 'status'],
      rows: [
        ['c-90', 'Lot C-90', 'battery module', '1200', 'ready'],
        ['c-91', 'Lot C-91', 'connector', '56000', 'shipped'],
        ['c-92', 'Lot C-92', 'rotor', '800', 'blocked'],
      ],
    },
    delivery_order: {
      words: ['Delivery order', '交货单'],
      about: 'Parts asked for by the car maker.',
      columns: ['customer', 'due', 'status'],
      rows: [
        ['d-5', 'D-5', 'River Works', '2026-03-01', 'fulfilled'],
        ['d-6', 'D-6', 'Coast Works', '2026-03-06', 'in transit'],
        ['d-7', 'D-7', 'Delta Works', '2026-03-04', 'at risk'],
      ],
    },
  },
  links: [
    {
      from: 'vendor',
      verb: 'supplies',
      to: 'purchase_order',
      pairs: 'norsk>p-71 ligure>p-72 tatra>p-73 orient>p-74',
    },
    {
      from: 'purchase_order',
      verb: 'receives',
      to: 'material_lot',
      pairs: 'p-71>m-11 p-72>m-12 p-73>m-13 p-74>m-14',
    },
    {
      from: 'material_lot',
      verb: 'feeds',
      to: 'production_batch',
      pairs: 'm-11>b-300 m-13>b-300 m-12>b-301 m-11>b-301 m-14>b-302',
    },
    {
      from: 'production_batch',
      verb: 'produces',
      to: 'component_lot',
      pairs: 'b-300>c-90 b-301>c-91 b-302>c-92',
    },
    {
      from: 'component_lot',
      verb: 'fulfills',
      to: 'delivery_order',
      pairs: 'c-90>d-5 c-91>d-6 c-92>d-7 c-90>d-6',
    },
  ],
}
