import type { DomainTable } from '../authoring.ts'

/** An online game: players, guilds, dungeon runs, a market. */
export const game: DomainTable = {
  domain: 'game',
  sets: {
    account: {
      words: ['Account', '账号'],
      about: 'A player as the game knows them.',
      columns: ['status', 'country', 'level'],
      rows: [
        ['pixelfox', 'pixelfox', 'active', 'SE', '61'],
        ['ironlily', 'ironlily', 'active', 'DE', '58'],
        ['momo', 'momo_the_bold', 'suspended', 'JP', '12'],
        ['quietstorm', 'quietstorm', 'active', 'BR', '60'],
      ],
    },
    character: {
      words: ['Character', '角色'],
      about: 'Who an account plays as.',
      columns: ['class', 'level', 'status'],
      rows: [
        ['vesper', 'Vesper', 'ranger', '60', 'alive'],
        ['thorn', 'Thorn', 'warden', '58', 'alive'],
        ['pip', 'Pip', 'tinkerer', '12', 'ghost'],
        ['maren', 'Maren', 'tidecaller', '60', 'alive'],
        ['oakheart', 'Oakheart', 'warden', '44', 'alive'],
      ],
    },
    guild: {
      words: ['Guild', '公会'],
      about: 'Characters who stick together.',
      columns: ['members', 'motto'],
      rows: [
        ['lanterns', 'The Lanterns', '42', 'Nobody walks alone'],
        ['saltborn', 'Saltborn', '17', 'The tide decides'],
      ],
    },
    dungeon_run: {
      words: ['Dungeon run', '副本'],
      about: 'One attempt at a dungeon.',
      columns: ['dungeon', 'result', 'minutes'],
      rows: [
        ['run-501', 'Run 501', 'Glass Caverns', 'cleared', '38'],
        ['run-502', 'Run 502', 'Sunken Library', 'failed', '51'],
        ['run-503', 'Run 503', 'Glass Caverns', 'cleared', '33'],
      ],
    },
    market_order: {
      words: ['Market order', '交易单'],
      about: 'Something offered for coins.',
      columns: ['item', 'price', 'status'],
      rows: [
        ['mo-1', 'Order 1', 'moonsteel bar', '420', 'open'],
        ['mo-2', 'Order 2', 'tide pearl', '1350', 'sold'],
        ['mo-3', 'Order 3', 'oak charm', '75', 'open'],
        ['mo-4', 'Order 4', 'broken gear', '1', 'flagged'],
      ],
    },
    server: {
      words: ['Game server', '游戏服'],
      about: 'A world that players log on to.',
      columns: ['region', 'status', 'population'],
      rows: [
        ['north', 'Arena North', 'eu', 'online', '8140'],
        ['south', 'Arena South', 'sa', 'online', '3922'],
        ['test', 'Proving Grounds', 'eu', 'maintenance', '0'],
      ],
    },
  },
  links: [
    {
      from: 'account',
      verb: 'owns',
      to: 'character',
      pairs: 'pixelfox>vesper pixelfox>oakheart ironlily>thorn momo>pip quietstorm>maren',
    },
    {
      from: 'guild',
      verb: 'contains',
      to: 'character',
      pairs: 'lanterns>vesper lanterns>thorn lanterns>oakheart saltborn>maren saltborn>pip',
    },
    {
      from: 'character',
      verb: 'runs',
      to: 'dungeon_run',
      pairs: 'vesper>run-501 thorn>run-501 maren>run-502 vesper>run-503 thorn>run-503',
    },
    {
      from: 'character',
      verb: 'lists',
      to: 'market_order',
      pairs: 'vesper>mo-1 maren>mo-2 oakheart>mo-3 pip>mo-4',
    },
    {
      from: 'server',
      verb: 'hosts',
      to: 'account',
      pairs: 'north>pixelfox north>ironlily south>quietstorm test>momo',
    },
  ],
}
