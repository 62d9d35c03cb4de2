/**
 * Words and clues of the crosswords, written for Orrery: fifty plain words of 3 to 11 letters, fifty hard ones of 5 to
 * 16. The three longest plain words have at most 30 letters, the three longest hard ones at most 40, so that every grid
 * can be filled within the turn limits of the easy and hard variants (docs/gem.md#crosswords).
 */

export interface CrosswordWord {
  readonly word: string
  readonly clue: string
}

const PLAIN = `
ant: Small insect that lives in a colony
bee: Maker of honey
cup: Tea is drunk from it
egg: A hen lays it
fog: Cloud that lies on the ground
ink: What a pen writes with
key: It opens a lock
map: Drawing that shows the way
owl: Bird that hunts at night
sun: Star at the middle of our day
boat: It floats and carries people
cake: Sweet thing with candles on a birthday
door: You close it behind you
fish: It breathes through gills
lamp: Light on a desk
moon: It circles the earth once a month
nest: Home of twigs in a tree
rain: Water that falls from clouds
ship: It sails across the ocean
tree: It has a trunk and leaves
bread: It is baked from flour, water and yeast
chair: Seat with a back and four legs
clock: It has hands but no fingers
horse: Animal that wears a saddle
juice: Drink pressed from fruit
knife: It cuts, beside the fork
mouse: Rodent that a cat chases
piano: It has black and white keys
river: It flows to the sea
train: It runs on rails
bridge: It carries a road over water
butter: Yellow spread made from cream
camera: It takes pictures
forest: Where very many trees stand
guitar: Six strings and a wooden body
island: Land with water all around
mirror: It shows you your own face
pencil: You can rub out what it writes
rocket: It flies into space
window: Glass in a wall
blanket: It keeps you warm in bed
chicken: Bird of the farmyard
kitchen: Room for cooking
library: House full of books to borrow
rainbow: Seven colours after a shower
elephant: Largest animal on land
mountain: Everest is one
umbrella: It keeps you dry on a wet walk
butterfly: It was a caterpillar once
grasshopper: Green insect that leaps through meadows
`

const HARD = `
abbey: Monastery under an abbot
axiom: Statement taken as true without proof
cabal: Secret circle of plotters
ennui: Weariness that comes of having nothing to do
facet: Cut side of a gem
gauze: Thin open cloth of bandages
khaki: Dusty colour of uniforms
lucid: Clear, of thought or of dreams
nadir: Lowest point, opposite of the zenith
quark: Building block of a proton
sauna: Finnish bath of dry heat
tacit: Understood without being said
vigil: Watch kept through the night
apogee: Farthest point of an orbit around the earth
bazaar: Market of the East
cipher: Secret way of writing
eponym: Person after whom a thing is named
fjord: Norwegian inlet between cliffs
glyph: Carved or drawn sign
haiku: Seventeen syllables in three lines
isobar: Line of equal pressure on a weather map
kimono: Wide-sleeved robe of Japan
mosaic: Picture made of little stones
oracle: Delphi had a famous one
plinth: Block on which a statue stands
quorum: Fewest members who must be present for a vote
sextant: Instrument that measures the height of stars at sea
tundra: Treeless plain over frozen ground
zephyr: Gentle wind from the west
alchemy: Attempt to turn lead into gold
cadenza: Soloist's flourish near the end of a movement
dynasty: Line of rulers of one family
enzyme: Protein that speeds a reaction in a cell
fresco: Painting on wet plaster
isotope: Atom of the same element with another mass
lexicon: The words of a language
monsoon: Wind that brings the rains to India
pendulum: It swings in a grandfather clock
tsunami: Great wave after an earthquake under the sea
vaccine: It teaches the body to fend off a disease
aqueduct: Roman bridge that carries water
heuristic: Rule of thumb that finds good answers fast
labyrinth: Maze of the Minotaur
palindrome: Level is one, and so is kayak
metaphor: Figure of speech: time is a thief
serendipity: Luck of finding what one did not look for
stalactite: It hangs from the roof of a cave
hieroglyphic: Written as the ancient Egyptians wrote
kaleidoscope: Tube of mirrors and coloured patterns
incomprehensible: Impossible to understand
`

/** Words for the easy crosswords. */
export const plainCrosswords: readonly CrosswordWord[] = read(PLAIN)

/** Words for the hard crosswords. */
export const hardCrosswords: readonly CrosswordWord[] = read(HARD)

function read(text: string): CrosswordWord[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const colon = line.indexOf(': ')
      return { word: line.slice(0, colon), clue: line.slice(colon + 2) }
    })
}
