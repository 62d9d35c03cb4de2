/**
 * The words of Wordle, Hangman, WordSearch and the word tasks: common English, written for Orrery (Apache-2.0 like the
 * rest), not taken from any list. Lower case, each once.
 */

/** Everyday words of three to seven letters: WordSearch's basic list, and all of Wordle's and Hangman's. */
const BASIC = `
act add age air ant arm art ask axe bag bed bee big box boy bus buy cat cow cry cup cut day dog dry ear eat egg
eye far few fly fog fox fun gas gun hat hen hot ice ink jam job joy key kid leg lip low map mix mud net new nut oak oil
old one own pen pie pig pot red rib row run sad sea set shy sir sky son spy sum sun tax tea ten tie toe top toy two use
van war way web wet why wig win yes zoo
gym ivy yak elf owe ash cab dim gem hug

able acid army atom aunt away baby back bake ball band bank barn bath beak bean bear beat bell belt bend best bird bite
blow blue boat body bold bone book boot born bowl bulb burn bush busy cage cake calf call calm camp card care cart case
cave cell chin chip city clay clip club coal coat coin cold comb cook cool copy cord cork corn cost crab crop crow cube
dark dawn deep deer desk dirt dish dive dock door dove down drop drum duck dust duty east easy edge envy even ever exam
face fact fair fall farm fast fear feet fern file film fine fire firm fish five flag flat flow foam fold folk food foot
fork form fort four free frog fuel full fund gain game gate gift girl give glad glow glue goal goat gold golf good gray
grow gulf half hall hand harp hard hawk head heap heat help herb herd hero high hill hint hole home hood hook hope horn
host hour huge hunt idea inch iron item jail jazz joke jump jury just keen keep kick kind king kite knee knot know lace
lake lamb lamp land lane last late lawn lazy lead leaf lean left lens life lift like lime line lion list loaf lock loft
long look loop loud love luck lung main mail make mask mate meal meat melt menu mice mild milk mill mind mine mint moon
moss most moth move much myth nail name neat neck need nest news next nine none noon nose note oath obey odor once only
open oval oven pace pack page pain pair palm park part past path peak pear peel pine pink pipe plan play plot plow plum
poem pole pond pool port post pour pray pull pump pure push quiz race rack raft rail rain rank rare rate read real rely
rest rice rich ride ring ripe rise road roar rock role roof room root rope rose ruby rule rush rust safe sail salt same
sand save seal seat seed self sell send ship shoe shop shut side sign silk sing sink size skin slip slow snow soap sock
soft soil song sort soup sour spin spot star stay stem step stir stop such suit surf swan swim tail take tale talk tall
tank task team tear tell tent term test text thin tide tidy tile time tiny tire toad toll tone tool torn tour town trap
tray tree trip true tube tuna turn twin type unit urge vain vase vast veil vein verb very vest view vine vote wage wait
wake walk wall warm wash wave weak wear week well west whip wide wife wild will wind wing wire wise wish wolf wood
wool word work worm yard yarn year zero zone

about above actor adult after again agree alarm album alert alive allow alone angel anger angle ankle apple apron arena
arrow aside attic aunty badge baker basic beach beard begin bench berry birth black blade blank blaze blend blind block
bloom board bonus boost bound brain brake brand brave bread break brick bride brief bring broad broom brown brush build
bunch cabin cable camel candy canoe cargo carry catch cause chain chair chalk charm chart chase cheap check cheek cheer
chess chest chief child chill choir chord civic claim class clean clear clerk cliff climb clock cloth cloud clown coach
coast color comet coral couch count court cover crane crash cream crown curve cycle daily dairy daisy dance delay depth
diary dozen draft drain drama dream dress drift drink drive eager eagle early earth eight elbow empty enemy enjoy enter
entry equal error event exact extra fable faith false fancy feast fence ferry field fifth fifty fight final first flame
flask fleet float flock flood floor flour fluid flute focus force forge forty frame fresh front frost fruit funny giant
glass globe glory glove grace grade grain grand grape graph grass great green group guard guess guest guide habit happy
harsh heart heavy hedge hello hobby honey horse hotel house human humor ideal image index inner ivory jelly jewel joint
judge juice kneel knife knock label large laser laugh layer learn lemon level light limit linen local logic loose loyal
lucky lunch magic major maple march marsh match mayor medal melon mercy merry metal meter midst minor model money month
moral motor mount mouse mouth movie music naval nerve never night noble noise north novel nurse ocean offer often olive
onion opera orbit order organ other outer owner paint panel panic paper party paste patch pause peace peach pearl pedal
penny phone photo piano piece pilot pitch place plain plane plant plate point porch pound power press price pride prize
proof proud pupil puppy purse queen quick quiet quilt radar radio rainy ranch range rapid raven reach ready realm ridge
right river roast robin robot rough round route royal rural salad sauce scale scarf scene scent scout screw seven shade
shake shape share shark sharp sheep shelf shell shine shirt shore short sight skill sleep slice slide slope small smart
smell smile smoke snail snake solid sorry sound south space spade spare speak speed spell spend spice spoon sport staff
stage stair stamp stand start state steam steel stick still stone storm story stove straw sugar sunny sweet swing sword
table taste teach thank thick thing think third thumb tiger tired title toast today token topic torch total touch tower
track trade trail train treat trend trial tribe trick truck trust truth tulip twice uncle under union upper urban usual
valid value video visit voice wagon waste watch water wheat wheel white whole woman world worth wrist write young youth

animal anyone artist autumn basket beauty become before behind better beyond border bottle bottom branch breath bridge
bright broken bubble bucket butter button camera candle canvas carbon carpet castle cattle cellar center chance change
cheese cherry choice church circle closet coffee column cookie copper corner cotton cousin cradle create credit dinner
doctor donkey double dragon drawer driver eleven empire energy engine escape fabric family famous farmer father feather
figure finger flight flower forest friend frozen galaxy garage garden garlic gentle ginger global golden ground growth
guitar hammer handle harbor health helmet hidden hollow island jacket jungle kettle kitten ladder lesson letter liquid
lizard marble margin market master meadow memory middle mirror modern moment monkey mother motion muscle museum napkin
narrow nation nature needle number object orange orchid oxygen oyster palace parent pencil pepper person picnic pillow
pirate planet plenty pocket poetry police potato powder prince prison public puddle puzzle rabbit reason record remote
repair ribbon rocket sailor salmon sample school screen season second secret shadow shield shower silent silver simple
single sister sketch smooth soccer socket spider spirit spring square stable statue stream street string strong studio
sudden summer sunset supper switch symbol system tailor talent target temple tennis theory thread throne ticket timber
tomato tongue travel treaty tunnel turtle twelve valley velvet vessel violin vision volume walnut weapon weight window
winter wisdom wizard wonder yellow zipper

academy airport ancient anxiety apricot archery arrival article auction avocado balance balloon bargain battery bedroom
biology biscuit blanket blossom bracket brother builder cabbage cabinet camping captain caravan cartoon ceiling century
chamber channel chapter charity chicken chimney citizen classic climate clothes cluster collect college comfort company
compass concert connect contact control cottage council counter country courage crystal culture curtain cushion customs
decline deliver dentist deposit dessert diamond digital display dolphin drawing economy edition emperor evening example
explore express factory fashion feeling fiction finance fishing foreign forever fortune forward freedom freight
gallery general genuine giraffe glacier glimpse gorilla grammar gravity grocery habitat hammock handful harbour
harvest healthy heather highway history holiday horizon hundred husband imagine initial inspect journal journey justice
kingdom kitchen lantern laundry leather lecture leisure leopard library limited lobster machine manager mansion meeting
mention message mineral miracle mission mixture monster morning mustard mystery natural network nothing nuclear nursery
octopus offense officer opinion orchard outside package painter panther partner passage patient pattern payment penguin
perfect perfume picture pilgrim pioneer plastic popular pottery poverty prairie present primary printer privacy problem
process product program project protect pumpkin purpose pyramid quality quarter railway rainbow receipt recover reflect
regular replace respect revenge reverse romance sandals satisfy science scratch section segment servant serious seventy
shelter silence similar sincere soldier society someone speaker special sponsor stadium station stomach strange stretch
student subject success support surface surgeon teacher theater thirsty through thunder tobacco tonight tourist traffic
trouble trumpet tuesday uniform uranium utility vacancy variety vehicle venture village vinegar visitor vitamin volcano
warrior weather website wedding welcome western whisper whistle willing witness
`

/** Longer words of eight to eleven letters, used only by WordSearch's full list. */
const LONGER = `
aircraft airplane alphabet aluminum ambition appetite argument attitude audience bachelor backpack bathroom birthday
blizzard bookcase boundary bracelet building butterfly calendar campaign capacity cardinal carnival carousel cathedral
chemical children chocolate clearing coconut colorful computer concrete corridor criminal crossing cucumber daughter
daylight december delicate dialogue dinosaur disaster discount distance document dolphins doorbell doughnut dressing
dynamite earphone elephant elevator employee envelope estimate evidence exercise eyebrow familiar farewell festival
firework flamingo football fountain fragment freckles frequent friendly function furniture geometry goldfish
graduate grateful guardian hamburger handsome headline heritage highland horizons hospital hydrogen identity industry
infinity innocent instinct interest internet intimate invasion invention jeopardy judgment keyboard landlord language
laughter lavender leverage lighting limerick literary location magician magnetic majority marathon marriage material
mattress medicine meditate memorial merchant midnight military molecule monument mosquito mountain movement multiply
musician mushroom national necklace neighbor nineteen notebook nutrition obstacle occasion official omelette operator
opposite optimism ordinary organist original overcoat painting paradise parallel particle password patience peaceful
pharmacy pleasant platform playground plumber porridge portrait position positive possible postcard practice precious
pregnant presence preserve pressure princess printing priority probable producer progress property proposal prospect
province publish question quotient reaction receiver recovery redirect relation relative reliable religion remember
reporter republic research resource response restless rhythmic rotation sandwich saturday schedule scissors seashore
security semester sequence sergeant shipment shopping shoulder sidewalk skeleton snowball software solution somebody
southern specimen spectrum squirrel standard starfish stranger strategy strength striking sunlight surprise survival
suspense swimming symphony syndrome teaspoon teenager telegram telescope terminal terrific thankful theology
thousand together tomorrow tortoise transfer treasure triangle tropical umbrella uncommon universe upstairs vacation
valuable vertical vicinity vineyard volcanic warranty waterway weakness wildlife windmill wireless woodland workshop
yearbook yourself zeppelin
adventure ambulance apartment architect astronaut attention awareness basement beautiful beginning blackbird blueprint
breakfast broadcast carpenter challenge character chemistry chipmunk cinnamon classroom clockwork community component
confident container corkscrew courtyard crocodile dandelion dangerous delicious democracy departure detective different
dimension direction discovery dishonest education emergency encounter equipment evolution expensive explosion fantastic
fireplace flowerpot framework frequency gardener gentleman geography gladiator graveyard guitarist gymnasium happiness
hurricane important inspector intention interview invisible jellyfish knowledge landscape librarian lifeguard limestone
limousine lightning magnitude manuscript marmalade mechanism medallion messenger microwave moonlight moustache mysterious
narrative newspaper nightmare northwest objective orchestra parachute passenger peninsula permanent personnel pineapple
polyester porcelain president professor provision raspberry rectangle reference resolution restaurant saxophone scientist
secretary sensation september spaceship spaghetti spectacle stopwatch strawberry structure submarine sunflower
telephone television thermostat timetable tradition transport treasurer turquoise undertake vegetable volunteer
wednesday wheelbarrow woodpecker xylophone yesterday
accountant affordable appearance artificial assistance atmosphere basketball binoculars blackboard calculator
candlelight celebration championship circulation combination comfortable compartment competition composition
conductor connection conversation countryside dictionary electricity encyclopedia engagement excitement experience
experiment exploration fascinating fingerprint firefighter friendship gingerbread grasshopper handwriting helicopter
imagination independent information inspiration instrument laboratory lighthouse loudspeaker mathematics microphone
millionaire motorcycle observation opportunity peppermint photograph playwright population profession programmer
quicksilver rattlesnake refrigerator relaxation reputation screwdriver skyscraper snowflakes stethoscope
supermarket temperature thunderbolt toothbrush tournament translation typewriter underground watermelon waterproof
`

const letters = (text: string) => [...new Set(text.split(/\s+/).filter(Boolean))]

/** WordSearch's basic list: everyday words of three to seven letters. */
export const basicWords: readonly string[] = letters(BASIC).filter((word) => word.length <= 7)

/** WordSearch's full list: three to eleven letters. */
export const allWords: readonly string[] = letters(`${BASIC} ${LONGER}`).filter((word) => word.length <= 11)

/** Returns all words of one length (3 to 11) in list order, on which seeds depend. */
export function wordsOfLength(length: number): readonly string[] {
  return byLength.get(length) ?? []
}

const byLength = groupByLength()

function groupByLength(): Map<number, string[]> {
  const groups = new Map<number, string[]>()
  for (const word of allWords) {
    const group = groups.get(word.length)
    if (group) group.push(word)
    else groups.set(word.length, [word])
  }
  return groups
}
