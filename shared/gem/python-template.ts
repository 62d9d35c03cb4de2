/** A worked example of environments in Python, as a starting point. */
export const PYTHON_TEMPLATE = String.raw`"""A worked example of environments in Python: put it into the folder that Settings names (or --gem-plugins FOLDER);
then the catalogue has my:Guess-v0. A file that is saved is read anew.

Every class with reset and step is an environment. Those of an installed package can be named, too:

    ENVIRONMENTS = {'my:CartPole': 'gymnasium:CartPole-v1', 'my:Guess-v0': Guess}
"""

import random
import re


class Guess:
    """Guess a number from 1 to 10 within four turns."""

    # What the catalogue says of it; everything but reset and step may be left out.
    id = 'my:Guess-v0'
    title = 'Guess'
    max_turns = 4
    best_return = 1
    winnable = 'sometimes'
    action = {
        'pattern': r'\\boxed\{(\d+)\}',
        'words': 'A number from 1 to 10 in a box.',
        'examples': [r'\boxed{5}'],
    }
    ends = ['The number is found: reward 1', 'The fourth guess is wrong', 'A text without a number: reward -0.1']

    def __init__(self):
        self.random = random.Random()

    def reset(self, seed=None):
        # A generator of its own keeps episodes reproducible.
        if seed is not None:
            self.random.seed(seed)
        self.number = self.random.randint(1, 10)
        self.turn = 0
        return 'I think of a number from 1 to 10.', {'suffix': 'Your guess?'}

    def step(self, action):
        self.turn += 1
        found = re.findall(r'\\boxed\{(\d+)\}', action)
        if not found:
            return 'No number named.', -0.1, True, False, {}
        guess = int(found[-1])
        if guess == self.number:
            return f'{guess} is right.', 1.0, True, False, {}
        hint = 'lower' if guess > self.number else 'higher'
        return f'{guess} is wrong: mine is {hint}.', 0.0, self.turn >= 4, self.turn >= 4, {'suffix': 'Your guess?'}
`
