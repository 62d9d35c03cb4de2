/** Chinese for what the model server says of its tools, prompts and resources, by its English. */
export const toolWordsZh: Readonly<Record<string, string>> = {
  'Run an SPL query over definitions, entities, topology or runbooks.':
    '运行 SPL 查询，查询定义、实体、拓扑或运行手册。',
  'Show how an SPL query would be carried out, without running it.': '显示 SPL 查询将如何执行，但不运行它。',
  'Queries that run on this workspace.': '可在此工作区上运行的查询。',
  'Check model elements against the schemas of their kinds.': '按元素种类的 schema 检查模型元素。',
  'Add model elements, given inline or as files the server can read.':
    '添加模型元素，可直接给出，也可给出服务器能读取的文件。',
  'Write entities and relations.': '写入实体和关系。',
  'Mark entities or relations as gone.': '将实体或关系标记为已消失。',
  'Run a plan of get_metrics or get_logs against the telemetry endpoint that its storage belongs to, and return series or log lines.':
    '在存储所属的遥测端点上运行 get_metrics 或 get_logs 的计划，返回时间序列或日志行。',

  'SPL text, such as .model | limit 20': 'SPL 文本，例如 .model | limit 20',
  'Most rows to return; overrides the limit in the query.': '最多返回的行数；优先于查询中的 limit。',
  'Milliseconds after which the query is stopped.': '查询运行超过此毫秒数即停止。',
  'Values for $name placeholders in the query.': '查询中 $name 占位符的值。',
  'Show what was alive in this window; RFC 3339 times.':
    '显示在此时间范围内存在的内容；时间格式为 RFC 3339。',
  'Table of entity fields that binds data set filters; also accepted as a list of row objects.':
    '绑定数据集筛选条件的实体字段表；也可以是行对象的列表。',
  '"agent" returns data query plans in the short form v1.1.': '"agent" 以精简格式 v1.1 返回数据查询计划。',
  'A model element, in its flat form or as an authoring file holds it.':
    '一个模型元素，可以是扁平格式，也可以是编写文件中的格式。',
  'Give elements or path, exactly one.': '请给出 elements 或 path 中的一个。',
  'File or folder below the import root of the server.': '服务器导入根目录下的文件或文件夹。',
  'Import the good elements of a model that has bad ones.': '模型中有无效元素时，仍导入有效的元素。',
  'At least one entity or relation. Entities are written first.': '至少一个实体或关系。先写入实体。',
  'Flat payload with __domain__, __entity_type__, __entity_id__, __method__ and both times.':
    '扁平载荷，含 __domain__、__entity_type__、__entity_id__、__method__ 和两个时间。',
  'Flat payload with __src_*__, __dest_*__, __relation_type__, __method__ and both times.':
    '扁平载荷，含 __src_*__、__dest_*__、__relation_type__、__method__ 和两个时间。',
  'Entities, and likewise relations, whose key was used before are not written again: the answer is the first.':
    '以用过的键再次写入实体（或关系）时不会重复写入，而是返回第一次的响应。',
  'Write the good items of a batch that has bad ones.': '一批中有无效项时，仍写入有效的项。',
  'Stable keys.': '稳定的键。',
  "For the caller's own records.": '供调用方自己记录。',
  'The plan as query_spl_execute returned it, an object or its JSON text.':
    'query_spl_execute 返回的计划，可以是对象或其 JSON 文本。',
  'Name of the endpoint, where the plan’s storage belongs to none or to another.':
    '端点的名称；当计划的存储不属于任何端点或属于其他端点时填写。',
  'RFC 3339 time in place of the plan’s own; with to.':
    '代替计划自身时间的 RFC 3339 时间；须与 to 一起给出。',
  'RFC 3339 time in place of the plan’s own; with from.':
    '代替计划自身时间的 RFC 3339 时间；须与 from 一起给出。',
  'Where a page of log lines begins: next of the answer before.': '一页日志行的起点：上一次响应中的 next。',

  'Query the graph model': '查询图模型',
  'Sets the scene for answering a question with SPL queries.': '为用 SPL 查询回答问题提供上下文。',
  'Review the object graph': '检查对象图',
  'Asks for a review of definitions, entities and relations of a workspace.':
    '请求检查一个工作区的定义、实体和关系。',
  'Workspace to work in; the server has a default.': '要使用的工作区；服务器有默认值。',
  'SPL to start from; .model | limit 20 when left out.': '起始的 SPL；省略时为 .model | limit 20。',
  'What to look at; everything when left out.': '要检查的内容；省略时为全部。',

  'Workspace overview': '工作区概览',
  'What this workspace offers and how to read it.': '此工作区提供的内容以及读取方式。',
  'Schema index': 'schema 索引',
  'Elements, links and domains of the model, with counts.': '模型的元素、关联和域，以及各自的数量。',
  'Query templates': '查询模板',
  'Queries to fill in, for every source.': '每种来源的可填写查询。',
  'Tool capabilities': '工具能力',
  'Tools with their schemas and whether they are enabled.': '各个工具及其 schema，以及是否启用。',
  'Graph of an answer': '结果图',
  'Shows the rows of query_spl_execute as a graph, or as a table where they hold none.':
    '将 query_spl_execute 的行显示为图；行中没有图时显示为表格。',
}
