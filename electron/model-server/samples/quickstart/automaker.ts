import type { DomainTable } from '../authoring.ts'

/** A car maker from order to handover. */
export const automaker: DomainTable = {
  domain: 'automaker',
  sets: {
    vehicle: {
      words: ['Vehicle', '车辆'],
      about: 'One car with its own number.',
      columns: ['model', 'status', 'battery_kwh', 'colour'],
      rows: [
        ['halo-0001', 'Halo 0001', 'Halo', 'delivered', '82', 'fjord blue'],
        ['halo-0002', 'Halo 0002', 'Halo', 'in transit', '82', 'chalk'],
        ['wren-0417', 'Wren 0417', 'Wren', 'in assembly', '54', 'moss'],
        ['wren-0418', 'Wren 0418', 'Wren', 'in assembly', '54', 'amber'],
        ['osprey-0031', 'Osprey 0031', 'Osprey', 'recall check', '96', 'graphite'],
      ],
    },
    factory: {
      words: ['Factory', '工厂'],
      about: 'Where cars are built.',
      columns: ['city', 'shifts', 'status'],
      rows: [
        ['river', 'River Works', 'Linz', '3', 'running'],
        ['coast', 'Coast Works', 'Aveiro', '2', 'running'],
        ['delta', 'Delta Works', 'Gdańsk', '1', 'ramping up'],
      ],
    },
    production_order: {
      words: ['Production order', '生产订单'],
      about: 'The wish to build one car.',
      columns: ['priority', 'status', 'due'],
      rows: [
        ['po-9001', 'PO-9001', 'high', 'done', '2026-02-20'],
        ['po-9002', 'PO-9002', 'normal', 'done', '2026-02-25'],
        ['po-9003', 'PO-9003', 'normal', 'running', '2026-03-09'],
        ['po-9004', 'PO-9004', 'low', 'running', '2026-03-12'],
        ['po-9005', 'PO-9005', 'high', 'blocked', '2026-03-05'],
      ],
    },
    warehouse: {
      words: ['Warehouse', '仓库'],
      about: 'Where finished cars wait.',
      columns: ['city', 'capacity'],
      rows: [
        ['danube', 'Danube Yard', 'Linz', '900'],
        ['atlantic', 'Atlantic Yard', 'Leixões', '400'],
        ['baltic', 'Baltic Yard', 'Gdynia', '350'],
      ],
    },
    shipment: {
      words: ['Shipment', '运输单'],
      about: 'Cars on their way.',
      columns: ['carrier', 'status', 'eta'],
      rows: [
        ['sh-310', 'SH-310', 'Northline', 'delivered', '2026-02-28'],
        ['sh-311', 'SH-311', 'Railpool', 'in transit', '2026-03-04'],
        ['sh-312', 'SH-312', 'Northline', 'waiting', '2026-03-10'],
      ],
    },
    dealer: {
      words: ['Dealer', '经销商'],
      about: 'Who hands cars over and looks after them.',
      columns: ['city', 'rating'],
      rows: [
        ['alster', 'Alster Mobility', 'Hamburg', '4.6'],
        ['rambla', 'Rambla Motors', 'Barcelona', '4.4'],
        ['vistula', 'Vistula Auto', 'Kraków', '4.7'],
      ],
    },
  },
  links: [
    {
      from: 'factory',
      verb: 'executes',
      to: 'production_order',
      pairs: 'river>po-9001 river>po-9002 coast>po-9003 coast>po-9004 delta>po-9005',
    },
    {
      from: 'production_order',
      verb: 'produces',
      to: 'vehicle',
      pairs: 'po-9001>halo-0001 po-9002>halo-0002 po-9003>wren-0417 po-9004>wren-0418 po-9005>osprey-0031',
    },
    {
      from: 'warehouse',
      verb: 'ships',
      to: 'shipment',
      pairs: 'danube>sh-310 danube>sh-311 atlantic>sh-312',
    },
    {
      from: 'shipment',
      verb: 'contains',
      to: 'vehicle',
      pairs: 'sh-310>halo-0001 sh-311>halo-0002 sh-312>wren-0417',
    },
    {
      from: 'shipment',
      verb: 'delivers_to',
      to: 'dealer',
      pairs: 'sh-310>alster sh-311>rambla sh-312>vistula',
    },
    {
      from: 'dealer',
      verb: 'serves',
      to: 'vehicle',
      pairs: 'alster>halo-0001 rambla>halo-0002 vistula>osprey-0031',
    },
  ],
}
