import type { glossaryMessages } from './messages.en.ts'

export const glossaryMessagesZh: Record<keyof typeof glossaryMessages, string> = {
  'start.help.term.explorer.element': '元素',
  'start.help.term.explorer.element.text':
    '模型的组成部分：实体集、指标或日志等数据集、存储、运行手册，或两者之间的关联。',
  'start.help.term.explorer.entitySet': '实体集',
  'start.help.term.explorer.entitySet.text': '一类实体，例如“服务”：它的字段，以及由哪些字段标识一个实体。',
  'start.help.term.explorer.dataSet': '数据集',
  'start.help.term.explorer.dataSet.text':
    '可以针对实体度量或读取的内容：一组指标、日志、链路、事件或剖析数据。数据存放在存储中。',
  'start.help.term.explorer.storage': '存储',
  'start.help.term.explorer.storage.text':
    '模型之外存放数据的系统，例如 Prometheus 或 Elasticsearch 服务器。Orrery 只通过您添加的连接查询它。',
  'start.help.term.explorer.domain': '域',
  'start.help.term.explorer.domain.text': '元素所属的领域，例如 apm、k8s 或 devops；它是元素名称的第一部分。',
  'start.help.term.explorer.workspace': '工作区',
  'start.help.term.explorer.workspace.text':
    '一台服务器上相互独立的模型及其实体。连接会指明使用哪个工作区；默认为 demo。',
  'start.help.term.explorer.entity': '实体',
  'start.help.term.explorer.entity.text':
    '实体集中的一个真实事物，例如服务“checkout-api”。实体及其关系构成拓扑。',
  'start.help.term.explorer.link': '关联、关系',
  'start.help.term.explorer.link.text':
    '关联是图中的连线。在模型中它连接两个元素，例如两个实体集；在拓扑中它连接两个实体，例如“checkout-api 调用 ledger-api”，这样的关联在查询和草稿中称为关系。',
  'start.help.term.explorer.neighbour': '邻居、依赖',
  'start.help.term.explorer.neighbour.text':
    '与某对象相隔一个关联的对象：它依赖的对象（下游，“调用”），以及依赖它的对象（上游，“被调用”）。在图谱中双击节点可加入其邻居，详情中列出指向它和由它出发的关联。在查询中可用 .topo | graph-match 查找。',
  'start.help.term.explorer.import': '导入模型：YAML 文件格式',
  'start.help.term.explorer.import.text':
    '在“图谱”的图上方点“导入模型”，或把文件拖到图上。文件为 YAML 或 JSON：实体集、它们之间的关联、数据集等，每个元素都有 kind、schema、metadata 和 spec，元素之间用 --- 分隔。写入之前会检查全部内容，并按文件和行号显示错误。下面的文件可以直接导入：',
  'start.help.term.explorer.timeMachine': '时间机器',
  'start.help.term.explorer.timeMachine.text':
    '显示拓扑在过去某一时刻的样子。在“图谱”中打开实体，点图上方的“时间机器”，然后拖动滑块。先点“从此刻开始比较”，再到另一时刻点“有何变化”，会显示两个时刻之间出现、消失和改变的内容。',
  'start.help.term.explorer.dependents': '什么依赖某个服务，它又依赖什么',
  'start.help.term.explorer.dependents.text':
    '在“图谱”中选择该服务或任一实体，在其菜单中选“什么依赖它…”或“它依赖什么…”：两者都会沿关联走您指定的步数。下面的查询会找出所有“谁调用谁”：',
  'start.help.term.explorer.share': '与同事分享视图',
  'start.help.term.explorer.share.text':
    '排好图，在“图谱”的“已保存的视图”中保存，再点“复制链接”或“存为文件”：两者都不含数据和机密。同事用“打开链接…”或“打开文件…”打开。“导出”可生成图片，或不需要 Orrery 就能打开的网页；调查也可以保存为网页。',
  'start.help.term.explorer.undo': '撤销更改',
  'start.help.term.explorer.undo.text':
    '在“图谱”中，Ctrl+Z 撤销上一步，Ctrl+Shift+Z 重做。已发送到服务器的内容，可在“编辑”中用“撤销”收回，或用“恢复模型”。在“环境”中，“撤销一轮”可退回一轮。',
  'start.help.term.explorer.topology': '拓扑',
  'start.help.term.explorer.topology.text':
    '真实实体及其关系构成的图。与之相对，模型是“有哪些种类的事物”的图。',
  'start.help.term.explorer.observed': '观测、过期',
  'start.help.term.explorer.observed.text':
    '实体存在期间会被反复上报。超过给定的时间没有再次上报，它就过期了：只有时间范围包含它存在的时段时才会显示。',
  'start.help.term.explorer.golden': '黄金指标',
  'start.help.term.explorer.golden.text': '模型标明应首先查看的指标，例如服务的请求量、错误和延迟。',
  'start.help.term.explorer.runbook': '运行手册',
  'start.help.term.explorer.runbook.text':
    '团队关于如何运维某个对象的知识：观察及由此得出的结论、查询、操作，以及供智能体使用的技能。',
  'start.help.term.explorer.draft': '草稿',
  'start.help.term.explorer.draft.text': '对模型所做但尚未发送的更改。在您检查并发送之前，它们只保存在本机。',
  'start.help.term.explorer.snapshot': '快照',
  'start.help.term.explorer.snapshot.text': '模型在某一时刻的副本，用来与之后的状态比较。',

  'start.help.term.query.write': '写查询',
  'start.help.term.query.write.text':
    '打开“查询”，先写数据源，例如 .entity（实体）、.topo（关系）或 .model（模型）；再加上用 | 分隔的处理阶段，例如 where、sort、limit，输入时会出现建议。“示例”中有可以修改的查询，“运行”显示结果。',
  'start.help.term.query.spl': 'SPL',
  'start.help.term.query.spl.text':
    '搜索处理语言（Search Processing Language）。查询以来源（如 .entity）开头，数据行依次经过用 | 分隔的各个阶段。',
  'start.help.term.query.cypher': 'Cypher',
  'start.help.term.query.cypher.text':
    '图查询语言：MATCH (a)-[r]->(b) 查找节点与关系的模式。在 SPL 中写在 graph-call 里。',
  'start.help.term.query.toon': 'TOON',
  'start.help.term.query.toon.text': 'Token-Oriented Object Notation：为语言模型紧凑地书写 JSON 数据的格式。',
  'start.help.term.query.plan': '计划',
  'start.help.term.query.plan.text':
    'get_metrics 或 get_logs 的结果：不是数据本身，而是向存放数据的存储发出的查询。“获取数据”会发送该查询，并显示图表或日志行。',
  'start.help.term.query.template': '模板',
  'start.help.term.query.template.text':
    '可以从它开始的内容：待填写的查询、沙箱的镜像与资源上限，或带有待填写部分的资源地址。',

  'start.help.term.sandboxes.sandbox': '沙箱',
  'start.help.term.sandboxes.sandbox.text':
    '一台独立的机器，有 shell、文件和端口，可以随时丢弃而不造成影响。',
  'start.help.term.sandboxes.stops': '……后停止',
  'start.help.term.sandboxes.stops.text':
    '无人使用的沙箱还有多久自行停止。每次使用都会重新计时，“保持运行”也一样。时长在启动沙箱时选择。',
  'start.help.term.sandboxes.platform': '平台',
  'start.help.term.sandboxes.platform.text': '运行沙箱和环境的服务器：本机内置的，或团队共用的。',
  'start.help.term.sandboxes.image': '镜像',
  'start.help.term.sandboxes.image.text':
    '沙箱启动时所用的文件，例如 python:3.11。提交沙箱会把它的文件保存为新的镜像。',
  'start.help.term.sandboxes.isolation': '隔离',
  'start.help.term.sandboxes.isolation.text':
    '把沙箱中的程序与您的电脑隔开的方式：Docker 等容器引擎、bubblewrap（专为隔离而写的 Linux 小程序），或 Linux 命名空间（系统自带的功能）。未隔离的沙箱以您的身份运行程序。',
  'start.help.term.sandboxes.fork': '分叉',
  'start.help.term.sandboxes.fork.text': '复制一个沙箱的文件而得到的新沙箱。正在运行的程序不会被复制。',
  'start.help.term.sandboxes.block': '命令块',
  'start.help.term.sandboxes.block.text':
    '终端中的一条命令及其输出、退出码和耗时。可以折叠、搜索、比较和再次运行。',
  'start.help.term.sandboxes.lend': '借出的密钥',
  'start.help.term.sandboxes.lend.text':
    '沙箱中的 git 在限定时间内可对一个主机使用的令牌或 SSH 密钥。它只存放在内存中。',
  'start.help.term.sandboxes.audit': '审计',
  'start.help.term.sandboxes.audit.text':
    '共用平台的记录：谁在什么时候启动、更改或删除了什么。其中不含文件内容和命令输出。',

  'start.help.term.environments.gem': 'GEM',
  'start.help.term.environments.gem.text':
    '训练和测试智能体的环境格式：reset 给出观察；每一步接受一个动作，返回新的观察、奖励，以及回合是否结束。',
  'start.help.term.environments.environment': '环境',
  'start.help.term.environments.environment.text':
    '智能体在其中行动的对象：游戏、谜题，或使用代码和工具的任务。可手动操作，也可交给求解器或模型；完整进行一次称为一个回合。',
  'start.help.term.environments.episode': '回合',
  'start.help.term.environments.episode.text':
    '环境的一次完整运行，从 reset 到结束，包含每个动作、观察和奖励。',
  'start.help.term.environments.seed': '种子',
  'start.help.term.environments.seed.text':
    '环境据以产生一切随机内容的数字。种子和动作都相同时，回合会以同样的方式重现。',
  'start.help.term.environments.observation': '观察、动作',
  'start.help.term.environments.observation.text':
    '观察是环境显示的内容，动作是玩家或智能体对它的回应。两者合为一轮。',
  'start.help.term.environments.reward': '奖励、回报',
  'start.help.term.environments.reward.text': '奖励是一步的得分；回报是一个回合中所有奖励之和。',
  'start.help.term.environments.terminated': 'terminated（终止）、truncated（截断）',
  'start.help.term.environments.terminated.text':
    '按规则结束的回合为 terminated，例如已经解出；被中途截断的回合为 truncated，例如达到轮数上限。',
  'start.help.term.environments.branch': '分支',
  'start.help.term.environments.branch.text':
    '一个回合的一种走法。回到之前的一轮并采取不同的动作，会产生另一个分支；两个分支都会保留。',
  'start.help.term.environments.trajectory': '轨迹',
  'start.help.term.environments.trajectory.text': '一个回合的逐步记录，保存为其他工具也能读取的文件。',
  'start.help.term.environments.batch': '批次',
  'start.help.term.environments.batch.text': '同一环境的许多回合，用来比较智能体：每个智能体游玩相同的种子。',
  'start.help.term.environments.passAtK': 'pass@k',
  'start.help.term.environments.passAtK.text':
    '对一个种子尝试 k 次、至少一次解出的概率，由批次中的全部尝试估计得出。',
  'start.help.term.environments.solver': '求解器',
  'start.help.term.environments.solver.text':
    '了解规则并计算动作的智能体，不使用语言模型。它显示最好能达到什么结果。',

  'start.help.term.console.mcp': 'MCP',
  'start.help.term.console.mcp.text':
    '模型上下文协议（Model Context Protocol）。服务器向使用语言模型的程序提供工具、资源和提示词。',
  'start.help.term.console.transport': '传输方式',
  'start.help.term.console.transport.text':
    '报文到达 MCP 服务器的方式：stdio 将它作为本机程序启动，HTTP 通过地址访问它。',
  'start.help.term.console.tool': '工具、资源、提示词',
  'start.help.term.console.tool.text':
    'MCP 服务器提供的内容：工具在调用时执行操作，资源是可以读取的内容，提示词是给语言模型的、带有待填写部分的文本。',
  'start.help.term.console.retries': '时限、重试',
  'start.help.term.console.retries.text':
    '工具的一次调用最长可用多久，以及超时或服务器断开时重新发送几次。在“控制台”中工具旁的“时限与重试”里设置；不设置时只发送一次。',
  'start.help.term.console.trace': '报文',
  'start.help.term.console.trace.text': 'Orrery 与服务器之间的每一条消息，及其时间和大小。',
  'start.help.term.console.sampling': '采样（sampling）',
  'start.help.term.console.sampling.text':
    '服务器请求语言模型的回复。Orrery 不自带模型，因此由您自己撰写回复，或拒绝。',
  'start.help.term.console.elicitation': '征询（elicitation）',
  'start.help.term.console.elicitation.text': '服务器用表单向您询问某次调用所需的内容。您随时可以拒绝。',
  'start.help.term.console.roots': '根目录（roots）',
  'start.help.term.console.roots.text':
    '服务器可以使用的文件夹。服务器询问时，Orrery 会告知这些文件夹；可在连接的“概览”中设置。',
  'start.help.term.console.mcpApp': 'MCP 应用',
  'start.help.term.console.mcpApp.text':
    '服务器为显示工具的结果而提供的页面，例如显示为图。它在封闭的框架中运行。',
  'start.help.term.console.secret': '机密',
  'start.help.term.console.secret.text':
    "以名称保存的令牌、密码或密钥。连接用 $'{secret:NAME}' 引用它；保存后无法再读出。",
  'start.help.term.console.serverCard': '服务器名片',
  'start.help.term.console.serverCard.text': '服务器在约定的地址发布的自我说明文件：名称、版本和提供的内容。',

  'start.help.term.investigations.investigation': '调查',
  'start.help.term.investigations.investigation.text':
    '由笔记、查询、沙箱命令及其结果组成的文档，保存为一个 Markdown 文件。',
  'start.help.term.investigations.cell': '单元',
  'start.help.term.investigations.cell.text': '调查的一个部分：笔记、查询或命令及其结果，或一张图。',
}
