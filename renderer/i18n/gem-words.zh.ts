const BOX = '以回复中最后一个方框（括号须配对）里的内容为答案：'

/** Chinese descriptions of the built-in environments, by the sandbox server's English. */
export const gemWordsZh: Readonly<Record<string, string>> = {
  'A text without a readable action: reward -0.1, terminated': '文本里读不出动作：奖励 -0.1，terminated',
  'The last turn passes unsolved: terminated and truncated': '用完最后一轮仍未解出：terminated 且 truncated',
  'The first step ends the episode: terminated and truncated':
    '第一步就结束这个回合：terminated 且 truncated',
  'Rules, rewards and the start of every seed are those of upstream; all texts are our own.':
    '规则、奖励以及每个种子的开局都与上游一致；所有文字由我们自己撰写。',
  'Rules and rewards are those of upstream; start states and all texts are our own.':
    '规则和奖励与上游一致；开局和所有文字由我们自己制作。',
  'Upstream takes the questions of this family from published data sets; these are made by rules of our own.':
    '上游这一类的题目取自已发布的数据集；这里的题目按我们自己的规则生成。',
  'Upstream asks the same kinds of questions in other words, and another question for the same seed.':
    '上游以不同的措辞问同类题目，同一个种子问的也是另一道题。',
  'Broken upstream; works here.': '在上游不可用；在这里可用。',

  'Guess the number': '猜数字',
  'Find a hidden number; after each guess you learn whether it is higher or lower.':
    '找出隐藏的数字；每猜一次都会告诉您它更大还是更小。',
  'A whole number in a box, digits only: no blanks, sign or decimals.':
    '方框里一个整数，只能有数字：不能有空格、符号或小数。',
  'The number is guessed: reward 1': '猜中数字：奖励 1',
  'Zero in the box is a format error.': '\\boxed{} 中写 0 属于格式错误。',
  'A guess outside the range, or one made before, earns 0 and uses the turn.':
    '超出范围或已经猜过的数字得 0 分，并用掉这一轮。',
  'On the last turn a wrong guess earns 1 − distance ÷ (max − min).':
    '最后一轮猜错得 1 − 差距 ÷ (max − min)。',

  Mastermind: '猜密码',
  'Find a secret code of different numbers from the black and white pegs that each guess receives.':
    '根据每次猜测得到的黑钉和白钉，找出由不同数字组成的密码。',
  'As many numbers as the code is long, in a box, separated by blanks: no commas.':
    '\\boxed{} 中写与密码等长的若干数字，用空格分隔，不用逗号。',
  'Every position is right: terminated': '每个位置都正确：terminated',
  'A guess earns its black pegs above the best so far, divided by the length; a solved episode always totals 1.':
    '一次猜测得分为黑钉数超过此前最好成绩的部分除以长度；解出的回合总分恒为 1。',
  'The code has no number twice, but a guess may.': '密码中没有重复的数字，猜测中可以有。',
  'A guess of wrong length, out of range or made before earns 0 and uses the turn.':
    '长度不对、超出范围或已经猜过的，得 0 分并用掉这一轮。',
  'The answer to a reset has no suffix.': 'reset 的返回中没有 suffix。',

  Minesweeper: '扫雷',
  'Reveal every safe cell of a field and flag every mine.': '翻开所有安全的格子，并给每个地雷插旗。',
  'In a box: reveal or flag (any case), row, column, counted from 0, with exactly one blank between.':
    '\\boxed{} 中写 reveal 或 flag（大小写均可）、行、列，从 0 数起，之间恰好一个空格。',
  'A reveal after which every safe cell is revealed and every mine flagged: terminated':
    '一次翻开之后所有安全格都已翻开、所有地雷都已插旗：terminated',
  'A mine is revealed: reward 0, terminated': '翻开地雷：奖励 0，terminated',
  'Mines are laid at the first reveal, never within one cell of it.':
    '第一次翻开时才布雷，且不会布在它周围一格之内。',
  'A reveal earns the share of safe cells that it opens; all of them total 1.':
    '一次翻开按它打开的安全格所占比例得分；全部合计为 1。',
  'To win, flag all mines first and then reveal the last safe cell: flagging last does not end the episode.':
    '要取胜，先给所有地雷插旗，再翻开最后一个安全格：最后才插旗不会结束这个回合。',
  'A flag does not protect: revealing a flagged mine ends the episode.':
    '插旗没有保护作用：翻开插了旗的地雷同样结束这个回合。',

  Wordle: 'Wordle 猜词',
  'Find a secret word from the colours that each guess receives, letter by letter.':
    '根据每次猜测逐个字母得到的颜色，找出隐藏的单词。',
  'A word of the required length in a box, letters only, in any case. Spaces inside are ignored.':
    '方框里一个长度符合要求的单词，只能有字母，大小写均可；其中的空格会被去掉。',
  'The word is guessed: terminated': '猜中单词：terminated',
  'Any letters of the right length are taken; there is no dictionary check.':
    '长度正确的任何字母组合都接受；不查词典。',
  'Feedback: G right place, Y elsewhere in the word, X not (or no further one) in the word.':
    '反馈：G 表示位置正确，Y 表示在单词的别处，X 表示单词中没有（或没有更多）。',
  'Each position that turns green for the first time earns 0.5 ÷ length, solving adds 0.5: a solved episode totals 1.':
    '每个首次变绿的位置得 0.5 ÷ 长度，解出再加 0.5：解出的回合总分为 1。',

  'Fifteen puzzle': '数字华容道',
  'Slide numbered tiles into the gap until they are in order and the gap is in the last corner.':
    '把数字方块滑入空格，直到它们按顺序排好、空格位于最后一角。',
  'up, down, left or right in a box, in lower case: the way a tile moves into the gap.':
    '\\boxed{} 中写小写的 up、down、left 或 right：方块移入空格的方向。',
  'The tiles are in order after a move: reward 1, terminated': '一步之后方块排好：奖励 1，terminated',
  'Upper case is a format error, unlike in 2048 and Sokoban.': '与 2048 和推箱子不同，写成大写属于格式错误。',
  'up needs a tile below the gap: the gap moves down. An impossible direction earns 0 and uses the turn.':
    'up 要求空格下方有方块：空格随之下移。不可能的方向得 0 分并用掉这一轮。',
  'On the last turn an unsolved board earns the share of cells that are right, the gap counted too.':
    '最后一轮仍未解出时，按位置正确的格子（空格也算）所占比例得分。',
  'There are only two starts, each four moves away.': '只有两种开局，各需四步。',
  'About two thirds of the 3×3 starts need more than their 20 turns.':
    '约三分之二的 3×3 开局需要的步数超过给定的 20 轮。',

  Hangman: '猜单词（Hangman）',
  'Find a hidden word by guessing letters, then guess the word itself.':
    '逐个猜字母找出隐藏的单词，再猜出单词本身。',
  'One letter, or the whole word, in a box; any case.': '方框里一个字母或整个单词，大小写均可。',
  'The whole word is guessed: terminated': '猜中整个单词：terminated',
  'Revealing every letter does not end the episode: the word itself must be guessed.':
    '揭示所有字母并不结束这个回合：必须猜出单词本身。',
  'A letter earns 0.5 × the share of cells it reveals; the word earns 0.5 + 0.5 × the share still hidden.':
    '一个字母得 0.5 × 它揭示的格子比例；单词得 0.5 + 0.5 × 仍然隐藏的比例。',
  'A wrong letter costs nothing but the turn; wrong words may be repeated.':
    '猜错字母只用掉一轮；猜错的单词可以重复猜。',

  Sudoku: '数独',
  'Fill the empty cells so that every row, column and block holds each number once.':
    '填满空格，使每行、每列、每宫中每个数字各出现一次。',
  'Row, column and number in a box, counted from 1, with exactly one blank between.':
    '\\boxed{} 中写行、列和数字，从 1 数起，之间恰好一个空格。',
  'The last empty cell is filled: terminated': '最后一个空格填好：terminated',
  'The solution is unique; a number that is not in it earns 0 and leaves the board as it was.':
    '解是唯一的；不在解中的数字得 0 分，盘面保持不变。',
  'A right number earns 1 ÷ cells that were empty at the start.': '一个正确的数字得 1 ÷ 开局时的空格数。',
  'The parameter clues, named as upstream, is how many cells the generator tries to empty.':
    '参数 clues 沿用上游的名字，指生成器尝试清空的格子数。',
  'Hardly a turn is to spare.': '几乎没有多余的轮数。',

  'Tower of Hanoi': '汉诺塔',
  'Move a tower of disks from A to C, one disk at a time, never a larger one onto a smaller.':
    '把一摞圆盘从 A 移到 C，每次一个，大盘不能压在小盘上。',
  'The tower to take from and the tower to put on in a box: A C, AC or A,C.':
    '\\boxed{} 中写从哪根柱子取、放到哪根柱子：A C、AC 或 A,C。',
  'All disks stand on C: reward 1, terminated': '所有圆盘都在 C 上：奖励 1，terminated',
  'An empty source or a larger disk onto a smaller one earns 0 and uses the turn.':
    '从空柱子取，或把大盘放到小盘上，得 0 分并用掉这一轮。',
  'Moving a disk onto its own tower is a legal move that changes nothing.':
    '把圆盘移回原来的柱子是合法的一步，什么也不改变。',
  'On the last turn an unsolved board earns the share of disks that stand on C.':
    '最后一轮仍未解出时，按在 C 上的圆盘所占比例得分。',

  '2048': '2048',
  'Slide and merge tiles on a 4×4 board until one shows the target.':
    '在 4×4 的盘面上滑动并合并方块，直到出现目标数字。',
  'up, down, left or right in a box, in any case, without spaces inside.':
    '\\boxed{} 中写 up、down、left 或 right，大小写均可，不能有空格。',
  'A tile reaches the target: terminated': '有方块达到目标：terminated',
  'No move is left: terminated': '无路可走：terminated',
  'A new highest tile earns (log2 new − log2 old) ÷ (log2 target − log2 highest at the start).':
    '新的最大方块得 (log2 新 − log2 旧) ÷ (log2 目标 − log2 开局最大)。',
  'A move that changes nothing earns 0, uses the turn and adds no tile.':
    '什么也没改变的一步得 0 分，用掉这一轮，也不增加方块。',
  'A 4 that appears as a new tile is credited at the next move that changes the board.':
    '新出现的 4 在下一次改变盘面时才计分。',
  'The tiles on the board sum to at most 8 + 4 × moves, so the target cannot be reached in the turns given.':
    '盘面上方块之和至多为 8 + 4 × 步数，因此在给定的轮数内达不到目标。',

  Sokoban: '推箱子',
  'Push every box onto a goal.': '把每个箱子推到目标上。',
  'Every box stands on a goal: reward 1, terminated': '每个箱子都在目标上：奖励 1，terminated',
  'Symbols: # wall, _ floor, O goal, X box, √ box on a goal, P player (a goal below the player is hidden).':
    '符号：# 墙、_ 地面、O 目标、X 箱子、√ 目标上的箱子、P 玩家（玩家脚下的目标看不见）。',
  'A move against a wall or a box that cannot move earns 0 and uses the turn.':
    '撞墙或推不动的箱子得 0 分并用掉这一轮。',
  'Boxes are pushed, never pulled; a box in a corner stays there and the episode goes on.':
    '箱子只能推不能拉；推到角落的箱子动不了，这个回合照常继续。',
  'On the last turn an unsolved room earns the share of boxes on goals.':
    '最后一轮仍未解出时，按在目标上的箱子所占比例得分。',
  'Every room has a solution within the turn limit.': '每个房间都能在轮数上限之内解出。',

  Crosswords: '填字游戏',
  'Fill a small crossword, letter by letter, from its clues.': '根据提示逐个字母填满一个小型填字游戏。',
  'Row, column (counted from 0) and one letter, any case, in a box, separated by blanks.':
    '\\boxed{} 中写行、列（从 0 数起）和一个字母，大小写均可，用空格分隔。',
  'The last letter is placed: terminated': '最后一个字母填好：terminated',
  'A right letter earns 1 ÷ letter cells; a wrong one earns 0 and uses the turn.':
    '正确的字母得 1 ÷ 字母格数；错误的得 0 分并用掉这一轮。',
  'Clue numbers are positions in the list, not marks in the grid.':
    '提示的编号是它在列表中的位置，不是网格里的标记。',
  'Words may touch, cross or stand apart.': '单词可以相邻、交叉或分开。',
  'A grid of more than 20 letters cannot be filled in 20 turns.': '超过 20 个字母的网格在 20 轮内填不满。',

  'Word search': '找单词',
  'Find hidden words in a grid of letters. You are not told the words.':
    '在字母网格中找出隐藏的单词；事先不告诉是哪些单词。',
  'Row and column of one end, then of the other, counted from 0, in a box, separated by blanks.':
    '\\boxed{} 中写一端的行和列，再写另一端的行和列，从 0 数起，用空格分隔。',
  'The last word is found: terminated': '找到最后一个单词：terminated',
  'Words run across or down; either end may come first.': '单词横排或竖排；先写哪一端都可以。',
  'A word earns 1 ÷ words. Entered again from its other end it earns that once more, so returns above 1 are possible.':
    '一个单词得 1 ÷ 单词数。从另一端再输入一次会再得一次，因此回报可能超过 1。',
  'The same four numbers a second time, a diagonal, or a cell outside earn 0 and use the turn.':
    '重复同样四个数字、斜线或网格外的格子得 0 分并用掉这一轮。',

  'A reply without a box is not punished; it earns nothing.': '没有方框的回复不扣分，只是得不到分。',
  'Commas and leading zeros do not matter. A text around the right number earns the number’s share of its length.':
    '逗号和前导零不影响。正确的数字前后带有文字时，按数字占总长度的比例得分。',
  'The last box in the reply, its braces matched, holds the answer: a whole number.': `${BOX}一个整数。`,
  'The last box in the reply, its braces matched, holds the answer: digits, letters in lower case.': `${BOX}数字，字母用小写。`,
  'The last box in the reply, its braces matched, holds the answer: the factors, smallest first, joined by ×.': `${BOX}各因数，从小到大，用 × 连接。`,
  'The last box in the reply, its braces matched, holds the answer: an expression with + - * / and parentheses.': `${BOX}由 + - * / 和括号组成的算式。`,
  'The last box in the reply, its braces matched, holds the answer: the letters.': `${BOX}这些字母。`,
  'The last box in the reply, its braces matched, holds the answer: a list such as [1, 2.5, 3], quotes allowed.': `${BOX}一个列表，如 [1, 2.5, 3]，可以带引号。`,
  'The last box in the reply, its braces matched, holds the answer: the words, separated by commas.': `${BOX}这些单词，用逗号分隔。`,
  'The last box in the reply, its braces matched, holds the answer: the text in capitals.': `${BOX}大写的文本。`,
  'The last box in the reply, its braces matched, holds the answer: the rows, numbers separated by blanks, one row a line.': `${BOX}各行，数字用空格分隔，一行一行地写。`,
  'The last box in the reply, its braces matched, holds the answer: the numbers, separated by blanks.': `${BOX}这些数字，用空格分隔。`,
  'The last box in the reply, its braces matched, holds the answer: all four rows, numbers separated by blanks, one row a line.': `${BOX}全部四行，数字用空格分隔，一行一行地写。`,
  'The last box in the reply, its braces matched, holds the answer: the board, Q and _ separated by blanks, one row a line.': `${BOX}整个棋盘，Q 和 _ 用空格分隔，一行一行地写。`,
  'The last box in the reply, its braces matched, holds the answer: one move a line: Move disk 1 from Peg 1 to Peg 3.': `${BOX}每行一步，如 Move disk 1 from Peg 1 to Peg 3。`,
  'The last box in the reply, its braces matched, holds the answer: as the question says.': `${BOX}按题目的要求书写。`,
  'The last box in the reply, its braces matched, holds the answer: an exact value.': `${BOX}一个精确值。`,
  'The last box in the reply, its braces matched, holds the answer: all solutions in any order, separated by commas.': `${BOX}全部解，顺序不限，用逗号分隔。`,
  'The last box in the reply, its braces matched, holds the answer: the values of x and y.': `${BOX}x 和 y 的值。`,
  'The last box in the reply, its braces matched, holds the answer: a polynomial in any form.': `${BOX}一个多项式，形式不限。`,
  'The last box in the reply, its braces matched, holds the answer: True or False.': `${BOX}True 或 False。`,

  'Leg counting': '数腿',
  'Total legs of a list of animals.': '一串动物一共有多少条腿。',
  'Chain sum': '连加连减',
  'A chain of additions and subtractions.': '一串加法和减法。',
  Products: '乘法',
  'One multiplication.': '一道乘法。',
  'Greatest common divisor': '最大公约数',
  'Of two numbers.': '两个数的。',
  'Least common multiple': '最小公倍数',
  'Number sequence': '数列',
  'The next term: equal steps, equal ratios, growing steps, or sums of the two terms before.':
    '求下一项：等差、等比、差递增，或前两项之和。',
  'Count bits': '数二进制中的 1',
  'Ones in the binary form of a number.': '一个数的二进制形式中有几个 1。',
  'Count primes': '数质数',
  'Primes in a range.': '一个范围内的质数。',
  'Base conversion': '进制转换',
  'A number from one base to another.': '把一个数从一种进制换成另一种。',
  'Prime factorization': '质因数分解',
  'A number as a product of primes.': '把一个数写成质数的乘积。',
  'The right product of other factors earns 0.5, any other text in the box 0.01.':
    '乘积正确但因数不是质数得 0.5，方框里的其他文本得 0.01。',
  Countdown: '凑数',
  'Reach a target with all given numbers, each used once.': '用给定的全部数字各一次，凑出目标。',
  'An expression that misses earns 0.05, no answer at all 0.01.':
    '没凑出的算式得 0.05，完全没有答案得 0.01。',
  'Spell backward': '倒着拼',
  'A word from its last letter to its first.': '把一个单词从最后一个字母写到第一个。',
  'Otherwise the share of letters in their places; a right word with a tail earns 0.8.':
    '否则按位置正确的字母比例得分；单词正确但后面多出内容得 0.8。',
  'Letter counting': '数字母',
  'How often a letter occurs in a row of words.': '一个字母在一串单词中出现几次。',
  'Number sorting': '数字排序',
  'Numbers in ascending or descending order.': '把数字按升序或降序排列。',
  'All or nothing; each value may be off by 0.5.': '全对才得分；每个值允许相差 0.5。',
  'Word sorting': '单词排序',
  'Words in alphabetical order, ascending or descending.': '把单词按字母顺序升序或降序排列。',
  'Otherwise the share of words in their places, at least 0.2 when all words are there.':
    '否则按位置正确的单词比例得分，单词齐全时至少 0.2。',
  'Caesar cipher': '凯撒密码',
  'A text whose letters were moved along the alphabet.': '一段字母沿字母表移动过的文本。',
  'Distance to zero': '到 0 的距离',
  'For every cell of a matrix of zeros and ones, the steps to the nearest zero.':
    '对 0 和 1 组成的矩阵的每一格，求到最近的 0 的步数。',
  'Rotate matrix': '旋转矩阵',
  'A matrix after one to three quarter turns.': '矩阵旋转 90 度一到三次之后的样子。',
  'Spiral matrix': '螺旋矩阵',
  'A matrix read in a clockwise spiral.': '按顺时针螺旋读出一个矩阵。',
  Maze: '迷宫',
  'The fewest steps from one glyph to another.': '从一个符号到另一个符号最少几步。',
  'Mini sudoku': '迷你数独',
  'A whole 4×4 Sudoku in one answer.': '一次答完整个 4×4 数独。',
  Queens: '皇后问题',
  'Complete a board to as many queens as it has rows, none attacking another.':
    '把棋盘补到皇后数等于行数，且互不攻击。',
  'Tower of Hanoi, all moves': '汉诺塔（全部步骤）',
  'All moves from one peg to another in one answer.': '一次答出从一根柱子到另一根的全部步骤。',
  'More moves than needed, but legal and complete, earn 0.5.': '步数多于所需但合法且完整，得 0.5。',
  'Mixed questions': '混合题目',
  'A question of any of the other kinds.': '其他各类中的任意一道题。',
  'Each answer is scored by the rules of its own kind.': '每个答案按它自己那一类的规则评分。',

  'Graded exactly: every equivalent form counts (1/2, 0.5, \\frac{2}{4}), a rounded one does not.':
    '精确评分：任何等价形式都算对（1/2、0.5、\\frac{2}{4}），四舍五入的不算。',
  'Whole numbers': '整数',
  'Sums and products with the order of operations.': '按运算顺序计算和与积。',
  Fractions: '分数',
  'Two fractions added, subtracted, multiplied or divided.': '两个分数的加、减、乘、除。',
  Percentages: '百分数',
  'Part, whole or rate.': '求部分、整体或百分率。',
  Powers: '幂',
  'Powers with positive and negative exponents.': '正指数和负指数的幂。',
  Roots: '根式',
  'Square roots simplified or rationalized.': '化简平方根或分母有理化。',
  Remainders: '余数',
  'The rest of a large power.': '一个大数幂的余数。',
  'Counting and chance': '计数与概率',
  'Choices and probabilities.': '组合与概率。',
  'Linear equations': '一次方程',
  'One unknown on both sides.': '两边含有同一个未知数。',
  'Quadratic equations': '二次方程',
  'All real solutions, rational or with roots.': '全部实数解，有理数或带根号。',
  'Systems of equations': '方程组',
  'Two unknowns.': '两个未知数。',
  Expansions: '展开',
  'A product of two binomials.': '两个二项式的乘积。',
  Evaluations: '求值',
  'The value of a polynomial.': '一个多项式的值。',
  Derivatives: '导数',
  'Of a cubic polynomial.': '三次多项式的导数。',
  Progressions: '等差与等比数列',
  'Sums of arithmetic and geometric sequences.': '等差数列和等比数列的和。',
  Distances: '距离',
  'Between two points of the plane.': '平面上两点之间的距离。',
  'Mixed mathematics': '混合数学题',
  'A question of any of the other topics.': '其他各主题中的任意一道题。',

  'Rules, 0 deep': '推理，0 层',
  'Rules, 1 deep': '推理，1 层',
  'Rules, 2 deep': '推理，2 层',
  'Rules, 3 deep': '推理，3 层',
  'Rules, 5 deep': '推理，5 层',
  'Is a statement among the facts?': '一句话是否在已知事实之中？',
  'Does a statement follow from facts and rules in 1 step?': '一句话能否由事实和规则经 1 步推出？',
  'Does a statement follow from facts and rules in 2 steps?': '一句话能否由事实和规则经 2 步推出？',
  'Does a statement follow from facts and rules in 3 steps?': '一句话能否由事实和规则经 3 步推出？',
  'Does a statement follow from facts and rules in 5 steps?': '一句话能否由事实和规则经 5 步推出？',
  'What does not follow from the facts and rules is false.': '由事实和规则推不出的即为假。',

  'One hop': '一跳问答',
  'A question that one of five passages answers.': '五段文字中有一段能回答的问题。',
  'Two hops': '两跳问答',
  'A question that two of five passages answer together.': '五段文字中要两段合起来才能回答的问题。',
  'One hop with search': '一跳问答（可搜索）',
  'A question about a small world that is searched before it is answered.':
    '关于一个小世界的问题，回答之前先搜索。',
  'Two hops with search': '两跳问答（可搜索）',
  'A question whose answer takes two searches in a small world.': '要在一个小世界里搜索两次才能回答的问题。',
  'The last <answer>…</answer> in the reply holds the answer and nothing else.':
    '以回复中最后一个 <answer>…</answer> 里的内容为答案，不含其他内容。',
  'A reply without the tag is not punished; it earns nothing.': '没有这个标签的回复不扣分，只是得不到分。',
  'Letter case, punctuation and the words a, an, the do not matter; nothing else is forgiven.':
    '大小写、标点以及 a、an、the 不影响；除此之外必须一致。',
  'People, places and buildings are made up anew for every question, so that no model knows them by heart.':
    '人物、地点和建筑都为每道题重新编造，没有模型能事先背下。',
  'A query in <search>…</search>, or the answer in <answer>…</answer>.':
    '在 <search>…</search> 中写查询，或在 <answer>…</answer> 中写答案。',
  'A step without a call is the answer and ends the episode: terminated and truncated':
    '没有调用工具的一步即为答案，并结束这个回合：terminated 且 truncated',
  'Each of at most 5 searches earns 0.3; a further one is taken for the answer.':
    '最多 5 次搜索，每次得 0.3；再多一次则视为答案。',
  'A search finds three of the passages at most.': '一次搜索最多找到三段文字。',
  'Mixed mathematics with Python': '混合数学题（可用 Python）',
  'A question of any topic, with a Python interpreter to work it out.':
    '任意主题的一道题，可用 Python 解释器计算。',
  'Python in <python>…</python> or a block of code, or the answer in the last box.':
    '在 <python>…</python> 或代码块中写 Python，或在最后一个\\boxed{} 中写答案。',
  'Each of at most 5 runs earns 0.05, and 0.25 more where it does not fail.':
    '最多运行 5 次，每次得 0.05，没有出错再得 0.25。',
  'What is to be seen has to be printed. A run takes five seconds at most.':
    '要看到的内容必须打印出来。一次运行最多五秒。',
  'Python runs in a sandbox without a network.': 'Python 在没有网络的沙箱中运行。',
  'Programs on numbers': '处理数字的程序',
  'A program that reads whole numbers and prints what is asked of them.': '读入整数并打印所求结果的程序。',
  'Programs on texts': '处理文本的程序',
  'A program that reads lines of text and prints what is asked of them.':
    '读入若干行文本并打印所求结果的程序。',
  'The last fenced block of code in the reply is the program, in Python.':
    '以回复中最后一个围栏代码块为程序，用 Python 书写。',
  'A reply without a block of code earns -0.1.': '没有代码块的回复得 -0.1。',
  'All tests have to pass, but for white space at both ends of the output.':
    '必须通过全部测试，输出首尾的空白不计。',

  // Names of parameters.
  Words: '词数',
  List: '词表',
  Side: '边长',
  Draw: '每次抽取',
  Target: '目标',
  Min: '最小值',
  Max: '最大值',
  Length: '长度',
  Hops: '推理步数',
  Passages: '段落数',
  Tool: '工具',
  Depth: '深度',
  Tests: '测试数',
  Numbers: '数字',
  Rows: '行数',
  Columns: '列数',
  Mines: '地雷数',
  Turns: '轮数',
  Kinds: '种类',
  Each: '每种数量',
  Terms: '项数',
  Digits: '位数',
  Factors: '因数',
  Value: '数值',
  Span: '跨度',
  Bases: '进制',
  Values: '数值范围',
  Letters: '字母数',
  Shift: '移位',
  Degrees: '角度',
  Size: '大小',
  Empty: '空格数',
  Disks: '圆盘数',
  Boxes: '箱子数',
  Clues: '提示数',
  From: '起点',
}
