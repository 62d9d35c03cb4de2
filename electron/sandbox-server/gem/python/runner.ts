/**
 * The program that runs a Python file with environments: one JSON request and one answer per line. What the file prints goes to stderr.
 * Arguments: the file, its path as the author knows it, and seconds after which a call prints where it hangs.
 */
export const RUNNER = String.raw`
import faulthandler, importlib, inspect, json, linecache, math, os, re, sys, traceback, types

answers = os.fdopen(os.dup(1), 'w', encoding='utf-8')
os.dup2(2, 1)
sys.stdout = sys.stderr
file, known, patience = sys.argv[1], sys.argv[2], float(sys.argv[3])
sys.path.insert(0, os.path.dirname(file))

def plain(value):
    'A value as JSON can hold it: arrays become lists, and numbers that are none become texts.'
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else str(value)
    if hasattr(value, 'tolist'):
        return plain(value.tolist())
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(one) for one in value]
    return str(value)

def load():
    with open(file, encoding='utf-8') as source:
        text = source.read()
    linecache.cache[known] = (len(text), None, text.splitlines(True), known)
    module = types.ModuleType('plugin')
    module.__file__ = known
    sys.modules['plugin'] = module
    exec(compile(text, known, 'exec'), module.__dict__)
    return module

def found(module):
    'What can be made, by id: what ENVIRONMENTS says, else every class of the file with reset and step.'
    named = getattr(module, 'ENVIRONMENTS', None)
    if named is not None:
        return dict(named)
    own = [one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == 'plugin']
    classes = [one for one in own if callable(getattr(one, 'reset', None)) and callable(getattr(one, 'step', None))]
    return {getattr(one, 'id', 'my:' + one.__name__): one for one in classes}

def library(what):
    'gymnasium:CartPole-v1 is an environment of Gymnasium, gem:game:Wordle-v0 one of GEM.'
    name, _, rest = what.partition(':')
    if name not in ('gymnasium', 'gem') or not rest:
        raise ValueError(f'{what!r} must begin with gymnasium: or gem:')
    package = importlib.import_module(name)
    if name == 'gem':
        importlib.import_module('gem.envs')
    return package.make(rest)

def make(what):
    return library(what) if isinstance(what, str) else what()

def space_of(environment):
    return getattr(environment, 'action_space', None)

def described(key, what):
    name = key.partition(':')[2] or key
    # A text has attributes of its own, such as title.
    told = lambda attribute: None if isinstance(what, str) else getattr(what, attribute, None)
    title = told('title') or name
    doc = inspect.getdoc(what) if inspect.isclass(what) else None
    entry = {
        'id': key, 'family': told('family') or name, 'title': title,
        'summary': told('summary') or (doc or '').strip().split('\n\n')[0] or f'{title}, from {os.path.basename(known)}.',
        'maxTurns': told('max_turns'),
        'action': {'pattern': r'[\s\S]+', 'flags': '', 'words': 'Any text.', 'examples': ['text']},
        'ends': ['The environment says so'],
    }
    if isinstance(what, str) and what.startswith('gymnasium:'):
        space = space_of(library(what))
        example = json.dumps(plain(space.sample()))
        entry['action'] = {'pattern': r'[\s\S]+', 'flags': '', 'words': f'A value of {space} as JSON, in a box or not.', 'examples': [example]}
    for name, own in (('action', 'action'), ('ends', 'ends'), ('notes', 'notes'), ('bestReturn', 'best_return'), ('kind', 'kind'), ('winnable', 'winnable')):
        value = told(own)
        if value is not None and not callable(value):
            entry[name] = {'flags': '', **value} if name == 'action' else plain(value)
    return entry

def action_for(space, text):
    'The action that a text stands for in a Gymnasium space; the last box counts where there is one.'
    boxes = re.findall(r'\\boxed\{([^{}]*)\}', text)
    text = (boxes[-1] if boxes else text).strip()
    kind = type(space).__name__
    if kind == 'Text':
        return text
    try:
        value = json.loads(text)
    except ValueError:
        raise ValueError(f'{text!r} is no JSON; the action must be of {space}') from None
    if kind == 'Discrete':
        value = int(value)
    elif hasattr(space, 'dtype') and not isinstance(value, dict):
        import numpy
        value = numpy.asarray(value, dtype=space.dtype)
    if not space.contains(value):
        raise ValueError(f'{text} is not in {space}')
    return value

def opening(answer):
    if isinstance(answer, dict) and 'observation' in answer:
        return {'observation': plain(answer['observation']), 'info': plain(answer.get('info') or {})}
    pair = isinstance(answer, tuple) and len(answer) == 2 and isinstance(answer[1], dict)
    observation, info = answer if pair else (answer, {})
    return {'observation': plain(observation), 'info': plain(info)}

def stepped(answer):
    if isinstance(answer, dict):
        names = ('observation', 'reward', 'terminated', 'truncated', 'info')
        values = [answer.get(name) for name in names]
    elif isinstance(answer, tuple) and len(answer) == 5:
        values = list(answer)
    elif isinstance(answer, tuple) and len(answer) in (3, 4):
        observation, reward, done = answer[:3]
        values = [observation, reward, done, False, answer[3] if len(answer) == 4 else {}]
    else:
        raise TypeError('step must answer (observation, reward, terminated, truncated, info), (observation, reward, done), or a dict with these names')
    observation, reward, terminated, truncated, info = values
    reward = float(reward or 0)
    if not math.isfinite(reward):
        raise ValueError(f'step answered the reward {reward}, which is no finite number')
    return {'observation': plain(observation), 'reward': reward, 'terminated': bool(terminated), 'truncated': bool(truncated), 'info': plain(info or {})}

def reset(environment, seed):
    'With the seed where reset takes one.'
    try:
        takes = inspect.signature(environment.reset).parameters
        takes_seed = 'seed' in takes or any(one.kind is one.VAR_KEYWORD for one in takes.values())
    except (TypeError, ValueError):
        takes_seed = True
    return environment.reset(seed=seed) if takes_seed else environment.reset()

module = all_of = environment = None

def serve(request):
    global module, all_of, environment
    verb = request['verb']
    if module is None:
        module = load()
        all_of = found(module)
        if not all_of:
            raise TypeError('The file has no class with reset and step, and no ENVIRONMENTS.')
    if verb == 'describe':
        return [described(key, what) for key, what in all_of.items()]
    if verb == 'make':
        environment = make(all_of[request['id']])
        return None
    if verb == 'reset':
        return opening(reset(environment, request.get('seed')))
    space = space_of(environment)
    text = request['action']
    action = action_for(space, text) if type(space).__module__.startswith('gymnasium') else text
    return stepped(environment.step(action))

def lines_of(error):
    'The frames of the file and what it calls, without those of this program.'
    frames = [one for one in traceback.extract_tb(error.__traceback__) if one.filename != __file__]
    said = traceback.TracebackException.from_exception(error)
    return [*('%s, line %s, in %s: %s' % (one.filename, one.lineno, one.name, one.line) for one in frames),
            *(line.rstrip() for line in said.format_exception_only())]

def place_of(error):
    if isinstance(error, SyntaxError) and error.filename == known:
        return error.lineno
    own = [one.lineno for one in traceback.extract_tb(error.__traceback__) if one.filename == known]
    return own[-1] if own else None

for line in sys.stdin:
    faulthandler.dump_traceback_later(patience, file=sys.stderr)
    try:
        answer = json.dumps({'ok': serve(json.loads(line))}, allow_nan=False)
    except BaseException as error:
        reason = str(error) or type(error).__name__
        message = (error.msg if error.filename == known else reason) if isinstance(error, SyntaxError) else f'{type(error).__name__}: {reason}'
        answer = json.dumps({'error': message, 'line': place_of(error), 'traceback': lines_of(error)})
    finally:
        faulthandler.cancel_dump_traceback_later()
    answers.write(answer + '\n')
    answers.flush()
`
