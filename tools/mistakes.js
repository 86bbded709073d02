// npm run mistakes: writes docs/mistakes.md, what an analyst may do wrong at the shell and what she is told.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { main } from '../packages/cli/dist/main.js'

const HERE = fileURLToPath(import.meta.url)
const PAGE = fileURLToPath(new URL('../docs/mistakes.md', import.meta.url))

const table = (header, rows, rowOf) =>
  `${header}\n${Array.from({ length: rows }, (_, t) => rowOf(t)).join('\n')}\n`
const day = (t) => new Date(Date.UTC(2026, 0, 1 + t)).toISOString().slice(0, 10)
const wave = (t) => (10 + 3 * Math.sin(t / 3) + Math.sin(7 * t * t)).toFixed(1)

/** A zip file, as far as its first name. */
function zipOf(name) {
  return Buffer.from(`PK\x03\x04${'\0'.repeat(22)}${String.fromCharCode(name.length)}\0\0\0${name}`, 'latin1')
}

/** The files that the commands below are given. */
const FILES = {
  'sales.csv': table(
    'date,store,wind,sales',
    40,
    (t) => `${day(t)},${t % 2 ? 'north' : 'south'},${wave(5 * t)},${wave(t)}`,
  ),
  'again.csv': table('date,store,wind,sales', 5, (t) => `${day(t)},north,${wave(t)},${wave(t)}`),
  'empty.csv': '',
  'header.csv': 'date,sales\n',
  'book.xlsx': 'PK\x03\x04 and so on',
  'ragged.csv': `${table('date,store,sales', 20, (t) => `${day(t)},north,${wave(t)}`)}2026-02-01,12.5\n`,
  'slip.csv': table('date,sales', 60, (t) => `${day(t)},${t === 30 ? 'broken' : wave(t)}`),
  'absurd.csv': table('date,sales', 60, (t) => `${day(t)},${t === 45 ? '12300000' : wave(t)}`),
  'thousand.csv': table('date,sales', 60, (t) => `${day(t)},${wave(t) * (t < 30 ? 1 : 1000)}`),
  'infinite.csv': table('date,sales', 60, (t) => `${day(t)},${t === 50 ? 'inf' : wave(t)}`),
  'units.csv': table('date,weight', 40, (t) => `${day(t)},${wave(t)}${t} kg`),
  'half.csv': table('date,sales', 60, (t) => `${day(t)},${t % 3 ? wave(t) : 'closed'}`),
  'visits.csv': table('age,visits', 40, (t) => `${20 + t},${(t * 7) % 5}`),
  'yesno.csv': table('age,income,bought', 60, (t) => `${20 + t},${wave(t)},${Number(Math.sin(t) > 0)}`),
  'rain.csv': table('wind,rain', 230, (t) => `${wave(t)},${t < 205 ? (t % 40 ? 0 : 2) : t}`),
  'people.csv': table('age,name', 60, (t) => `${20 + t},person ${t}`),
  'either.csv': table('date,sales', 40, (t) => `${1 + (t % 12)}/${1 + Math.floor(t / 12)}/2026,${wave(t)}`),
  'weeks.csv': table('date,sales', 40, (t) => `2026W${10 + t},${wave(t)}`),
  'newest.csv': table('date,sales', 40, (t) => `${day(40 - t)},${wave(t)}`),
  'blank.csv': table('date,sales', 20, (t) => `${day(t)},`),
  'numbers.csv': table('1,2', 20, (t) => `${t},${wave(t)}`),
  'commas.csv': table('a;b', 30, (t) => `${1 + (t % 9)},${100 + t};${t}`),
  'twice.csv': 'a,a,b\n1,2,3\n',
  'sum.csv': `${table('date,sales', 40, (t) => `${day(t)},${wave(t)}`)}Total,400\n`,
  'clock.csv': table('time,sales', 40, (t) => `${String(t % 24).padStart(2, '0')}:00,${wave(t)}`),
  'excel.csv': table('date,sales', 40, (t) => `${46023 + t},${wave(t)}`),
  'words.csv': table('date,store', 40, (t) => `${day(t)},${t % 2 ? 'north' : 'south'}`),
  'spaces.csv': table('date store sales', 40, (t) => `${day(t)} north ${wave(t)}`),
  'title.csv': `Sales of 2026\n${table('date,sales', 20, (t) => `${day(t)},${wave(t)}`)}`,
  'quote.csv': `${table('date,note,sales', 20, (t) => `${day(t)},"fine",${wave(t)}`)}2026-02-01,"open,12\n`,
  'page.csv': '<!DOCTYPE html>\n<html><p>Please log in</p></html>\n',
  'list.json': '[{"a": 1}, {"a": 2}]',
  'broken.json': '{\n  "preset": "svb-ea"\n  "target": "sales"\n}\n',
  'option.json': '{ "preset": "svb-ea", "experts": [{ "kind": "svb", "scal": 0.1 }] }',
  'recipe.json': '{ "preset": "svb-ea" }',
  'net.csv': table('date,net sales', 40, (t) => `${day(t)},${wave(t)}`),
  'stores.csv': table(
    'date,store,sales',
    80,
    (t) => `${day(t >> 1)},${t % 2 ? 'north' : 'south'},${wave(t)}`,
  ),
  'numbered.csv': table('date,store,sales', 80, (t) => `${day(t >> 1)},${101 + (t % 2)},${wave(t)}`),
  'days.csv': table('date,sales', 40, (t) => `${day(t === 20 ? 19 : t > 30 ? t + 3 : t)},${wave(t)}`),
  'copied.csv': table('date,sales', 60, (t) => `${day(t < 20 ? t : t - 1)},${wave(t < 20 ? t : t - 1)}`),
  'open.csv': table('date,sales', 40, (t) => `${day(t)},${t === 12 || t === 25 || t > 36 ? '' : wave(t)}`),
  'closed.csv': `${table('date,store,sales', 80, (t) => `${day(t >> 1)},${t % 2 ? 'north' : 'south'},${wave(t)}`)}${Array.from({ length: 9 }, (_, t) => `${day(40 + t)},south,${wave(t)}`).join('\n')}\n`,
  'money.csv': table(
    'date;discount;profit;sales',
    40,
    (t) => `${day(t)};${t % 30} %;${t % 4 ? 350 : '(350)'};€ ${1 + (t % 3)}.${100 + t},50`,
  ),
  'errors.csv': table('date,sales', 40, (t) => `${day(t)},${['#DIV/0!', 'n/a'][t % 8] ?? wave(t)}`),
  'dashes.csv': table('date,sales', 40, (t) => `${day(t)},${t % 5 ? wave(t) : '-'}`),
  'utf16.csv': Buffer.from(
    `\ufeff${table('Tag\tGröße\tUmsatz', 40, (t) => `${day(t)}\tgroß\t${wave(t)}`)}`,
    'utf16le',
  ),
  'latin1.csv': Buffer.from(
    table('Tag;Größe;Umsatz', 40, (t) => `${day(t)};groß;${wave(t)}`),
    'latin1',
  ),
  'old.xls': Buffer.from(`\xd0\xcf\x11\xe0${'\0'.repeat(600)}`, 'latin1'),
  'sheet.ods': zipOf('mimetype'),
  'sales.zip': zipOf('sales.csv'),
  'five.csv': table('date,sales', 5, (t) => `${day(t)},${wave(t)}`),
  'prices.csv': table('date,price,sales', 40, (t) => `${day(t)},${wave(2 * t)},${wave(t)}`),
  'tax.csv': table('date,tax,sales', 80, (t) => `${day(t)},${(0.19 * wave(t)).toFixed(4)},${wave(t)}`),
}

/** Sales and visits of two shops for some days. */
const shops = (days, names = ['north', 'south'], column = 'store') =>
  table(
    `date,${column},visits,sales`,
    2 * days,
    (t) => `${day(t >> 1)},${names[t % 2]},${5000 + 7 * t},${wave(t)}`,
  )

const linesOf = (text, change) => text.split('\n').flatMap(change).join('\n')

/** Files of which forecasts are made first, and what the commands below are given with them. */
const JUDGED = {
  'first.csv': shops(33),
  'shops.csv': shops(40),
  'cities.csv': shops(40, ['Bonn', 'Ulm']),
  'renamed.csv': shops(40, undefined, 'shop'),
  'north.csv': linesOf(shops(33), (line) =>
    line.includes(',south,') ? [] : [line.replace(/,(?:store|north)/, '')],
  ),
  'corrected.csv': linesOf(shops(33), (line) => [
    line.startsWith('2026-01-30,north,') ? `${line.slice(0, line.lastIndexOf(','))},2.5` : line,
  ]),
  'american.csv': shops(33).replace(/2026-0(\d)-0?(\d+)/g, '$1/$2/2026'),
  'below.csv': `${shops(33)},,,\n,,,\n`,
  'fewer.csv': table('date,store,wind,sales', 3, (t) => `${day(t)},north,${wave(t)},${wave(t)}`),
}

/** Forecasts of them, as they were written and as they were spoilt. */
async function writeForecasts(port) {
  const wishes = '--target sales --steps 7 --known none --quiet'
  await tried(`forecast first.csv ${wishes} -o next.csv --save shops.state`, port)
  await tried(`forecast north.csv ${wishes} -o one.csv`, port)
  const next = readFileSync('next.csv', 'utf8')
  writeFileSync('lost.csv', next.replace(/^\w+,/gm, ''))
  writeFileSync('cut.csv', next.slice(0, next.indexOf('2026-02-05')))
  writeFileSync('opened.csv', next.replace(/2026-0(\d)-0?(\d+)/g, '$1/$2/2026'))
  writeFileSync('error.csv', next.replace(/(2026-02-04),[\d.]+/, '$1,#REF!'))
}

/** What she does, and the command. What is printed is not written here: it is what the program says. */
const MISTAKES = [
  ['misspells the target', 'run sales.csv --target slaes'],
  ['misspells an option', 'run sales.csv --tagret sales'],
  ['forgets the command', 'sales.csv'],
  ['looks for a command that other programs have', 'predict sales.csv'],
  ['wants to train first', 'fit sales.csv'],
  ['writes percent where a share is meant', 'run sales.csv --coverage 90'],
  ['names a file that is not there', 'run sale.csv'],
  ['names a folder', 'run folder'],
  ['gives an empty file', 'run empty.csv'],
  ['gives a file that has only a header', 'run header.csv'],
  ['gives a broken Excel workbook', 'run book.xlsx'],
  ['asks for an old Excel workbook', 'run sales.csv -o out.xls'],
  ['has a row with a cell too few', 'run ragged.csv'],
  ['gives two files of data', 'run sales.csv again.csv'],
  ['asks for a data set that is not shipped', 'demo bostn'],
  ['groups by a column that is not there', 'run sales.csv --group city'],
  ['names a column of times that is not there', 'run sales.csv --time day'],
  ['names a measurement as the time', 'run sales.csv --time wind'],
  ['has a word in a numeric target', 'run slip.csv'],
  ['has a slip in an outcome', 'run absurd.csv'],
  ['has outcomes in two units', 'run thousand.csv'],
  ['forecasts with outcomes in two units', 'forecast thousand.csv --target sales'],
  ['has an infinity in a numeric target', 'run infinite.csv'],
  ['writes numbers with a unit', 'run units.csv'],
  ['has words in a third of a numeric target', 'run half.csv'],
  ['has counts, which may be classes', 'run visits.csv'],
  ['has 0 and 1, which may be numbers', 'run yesno.csv'],
  ['gives a preset for numbers 0 and 1', 'run svb-ea yesno.csv'],
  ['has a target that looks like two classes at first', 'run rain.csv'],
  ['forecasts names', 'run people.csv'],
  ['has dates in which day and month could be either', 'run either.csv'],
  ['forecasts with such dates', 'forecast either.csv --target sales'],
  ['says an order of dates that there is not', 'run either.csv --dates ymd'],
  ['has dates that are not read', 'run weeks.csv'],
  ['has the newest row first', 'run newest.csv'],
  ['forecasts the date', 'run sales.csv --target date'],
  ['has no outcome in any row', 'run blank.csv'],
  ['has no header', 'run numbers.csv'],
  ['has numbers such as 1,234 in a file with semicolons', 'run commas.csv'],
  ['has two columns of one name', 'run twice.csv'],
  ['gives a JSON array', 'run auto list.json'],
  ['looks a negative number of rows ahead', 'run sales.csv --ahead -3'],
  ['looks ahead at classes', 'run sales.csv --target store --ahead 3'],
  ['has a slip in a recipe', 'run broken.json sales.csv'],
  ['misspells an option in a recipe', 'run option.json sales.csv --target sales'],
  ['misspells a preset', 'run svb-e sales.csv'],
  ['gives a recipe and no data', 'run recipe.json'],
  ['calibrates without a column of forecasts', 'run aci sales.csv --target sales'],
  ['compares without a recipe', 'compare sales.csv'],
  ['writes over the data', 'run sales.csv -o sales.csv'],
  ['resumes from a checkpoint that is not there', 'run sales.csv -o out.csv --resume day.ck'],
  ['saves over a checkpoint', 'run again.csv -o out.csv --save kept.ck'],
  ['forecasts a file with several columns', 'forecast again.csv'],
  ['forecasts no step', 'forecast sales.csv --target sales --steps 0'],
  ['asks for more digits than there are', 'run sales.csv --digits 30'],
  ['leaves a line with the sum below the table', 'run sum.csv'],
  ['forecasts with a sum below the table', 'forecast sum.csv --target sales'],
  ['has times of day without their day', 'run clock.csv'],
  ['has days as Excel counts them', 'run excel.csv'],
  ['has spaces between the cells', 'run spaces.csv'],
  ['has a title above the names', 'run title.csv'],
  ['opens a quote and never closes it', 'run quote.csv'],
  ['has saved a page of the web instead of the file', 'run page.csv'],
  ['names an address', 'run https://example.com/sales.csv'],
  ['gives many files', 'run sales.csv again.csv slip.csv'],
  ['names a series by a column that is not there', 'forecast sales.csv --target sales --by city'],
  ['names the target as the column of series', 'run sales.csv --target sales --by sales'],
  ['says that the target is known in advance', 'forecast sales.csv --target sales --known sales'],
  ['forecasts with a measurement as the time', 'forecast sales.csv --target sales --time wind'],
  ['forecasts until a day that is past', 'forecast sales.csv --target sales --until 2025-01-01'],
  ['says twice how far to forecast', 'forecast sales.csv --target sales --steps 3 --until 2026-03-01'],
  ['forecasts words', 'forecast words.csv --target store'],
  ['compares by words with a recipe for numbers', 'compare auto svb-ea words.csv --target store'],
  ['compares on a file that has only a header', 'compare auto svb-ea header.csv'],
  ['writes a name of two words without quotes', 'run net.csv --target net sales'],
  ['writes a capital letter', 'run sales.csv --target Sales'],
  ['leaves out the value of an option', 'forecast sales.csv --target sales --until'],
  ['writes a day in a way of her own', 'forecast sales.csv --target sales --until 28.2.2026'],
  ['writes into a folder that is not there', 'run sales.csv -o results/out.csv'],
  ['has several series in one file', 'run stores.csv'],
  ['has several series with numbers for names', 'run numbered.csv'],
  ['forecasts several series with numbers for names', 'forecast numbered.csv --target sales'],
  ['has a row that was copied by mistake', 'run copied.csv'],
  ['has the same day twice, and days missing', 'forecast days.csv'],
  ['has days without an outcome', 'forecast open.csv'],
  ['has a shop that has closed', 'forecast closed.csv --target sales'],
  ['has money, percent and negative numbers as Excel writes them', 'run money.csv'],
  ['has errors of Excel, and n/a', 'run errors.csv'],
  ['has a dash for no sale', 'run dashes.csv'],
  ['has a file in UTF-16, as Excel writes it', 'run utf16.csv'],
  ['has a file in Latin-1', 'run latin1.csv'],
  ['gives an old Excel workbook', 'run old.xls'],
  ['gives a sheet of LibreOffice', 'run sheet.ods'],
  ['gives a zip file', 'run sales.zip'],
  ['asks for a year from five days', 'forecast five.csv --steps 365'],
  ['says that prices are known, and gives no coming one', 'forecast prices.csv --target sales --known price'],
  ['has a column that is computed from the target', 'run tax.csv'],
  ['writes a percent sign where a share is meant', 'run sales.csv --coverage 90%'],
  ['forecasts more steps than there can be', 'forecast sales.csv --target sales --steps 5000'],
  ['names a zone that there is not', 'forecast sales.csv --target sales --zone Europe/Berln'],
  ['forgets the file to forecast', 'forecast'],
  ['says an order of dates that they do not have', 'forecast american.csv --target sales --dates dmy'],
  ['leaves empty rows below the table', 'forecast below.csv --target sales --known none'],
  ['goes on with a run without its first rows', 'run fewer.csv -o kept.csv --resume kept.ck'],
  ['goes on with a run of another column', 'run again.csv -o kept.csv --resume kept.ck --target wind'],
  ['goes on from a file of forecasts', 'forecast shops.csv --resume next.csv'],
  ['goes on with a table of other columns', 'forecast five.csv --resume shops.state'],
  ['goes on with another target', 'forecast shops.csv --resume shops.state --target visits'],
  [
    'goes on with an outcome that is another one now',
    'forecast corrected.csv --resume shops.state --known none',
  ],
  ['goes on with other shops', 'forecast cities.csv --resume shops.state --known none'],
  ['judges without forecasts', 'judge shops.csv'],
  ['judges with the files in another order', 'judge next.csv shops.csv --target sales'],
  ['judges without the target', 'judge shops.csv next.csv'],
  ['misspells the target of forecasts', 'judge shops.csv next.csv --target slaes'],
  ['judges by another column', 'judge shops.csv next.csv --target visits'],
  ['judges by the data that was forecast from', 'judge first.csv next.csv --target sales'],
  ['judges by the data of other shops', 'judge cities.csv next.csv --target sales'],
  ['judges by data whose column of shops has another name', 'judge renamed.csv next.csv --target sales'],
  ['judges forecasts of one shop by the data of all', 'judge shops.csv one.csv --target sales'],
  ['names a file of forecasts twice', 'judge shops.csv next.csv next.csv --target sales'],
  ['names files of forecasts of other series', 'judge shops.csv next.csv one.csv --target sales'],
  ['judges forecasts that have lost a column', 'judge shops.csv lost.csv --target sales'],
  ['judges a file that was cut off', 'judge shops.csv cut.csv --target sales'],
  ['judges a file that was saved in a spreadsheet', 'judge shops.csv opened.csv --target sales'],
  ['judges a file with an error of a spreadsheet', 'judge shops.csv error.csv --target sales'],
  ['tells a judge how series are told apart', 'judge shops.csv next.csv --target sales --by store'],
  ['judges an empty file', 'judge shops.csv empty.csv --target sales'],
  ['serves on a port that is in use', 'serve --port PORT --data learners.db'],
  [
    'serves with a file of tokens that is not there',
    'serve --port 0 --data learners.db --token-file tokns.ndjson',
  ],
  ['serves other machines without tokens', 'serve --port 0 --data learners.db --host 0.0.0.0'],
  ['asks for a scope that there is not', 'token sensor --scopes lern'],
]

/** What a run says about the data is no mistake of hers. */
const ABOUT_DATA =
  /worse than|covered|forecast distribution|probabilities are|columns not used|nearly all weight/

/** What is printed to standard error, and the exit code. */
async function tried(command, port) {
  let said = ''
  let printed = ''
  const { write } = process.stderr
  const out = process.stdout.write
  process.stdout.write = (bytes, ...rest) => {
    printed += typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString()
    rest.findLast((one) => typeof one === 'function')?.()
    return true
  }
  process.stderr.write = (bytes, ...rest) => {
    said += typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString()
    rest.findLast((one) => typeof one === 'function')?.()
    return true
  }
  try {
    const code = await main(['node', 'credence', ...command.replace('PORT', String(port)).split(' ')])
    return { code, printed, said: said.replaceAll(String(port), 'PORT') }
  } finally {
    process.stderr.write = write
    process.stdout.write = out
  }
}

/** What a judge says of forecasts and data that do not fit each other. */
const UNFIT = /^(?:0 of|No forecast)|^ {2}(?:no outcome was|\d+ outcomes? |\S+ has no row)/

/** The lines that are about the mistake. */
function message({ code, said, printed }, command) {
  const isForecast = command.startsWith('forecast')
  const lines = said.trimEnd().split('\n')
  if (code !== 0) return lines.map((line) => line.replace(/^credence: /, ''))
  if (command.startsWith('judge')) {
    const unfit = printed.split('\n').filter((line) => UNFIT.test(line))
    return unfit.map((line) => line.trim())
  }
  const warned = lines.filter((line) => line.startsWith('  ! ') && !ABOUT_DATA.test(line))
  // What is in doubt stands before the sentence that sums up, and that one before the number of rows.
  const summed = lines.findIndex((line) => /^\d[\d,]* row/.test(line))
  const doubt = isForecast ? [] : lines.slice(0, Math.max(0, summed - 1))
  // A forecast says what it found between its first line and how good such forecasts were.
  const end = lines.findIndex((line) => line.startsWith('How good such'))
  const found = isForecast ? lines.slice(1, end < 0 ? lines.length : end) : []
  const all = [...doubt, ...warned.map((line) => line.slice(4)), ...found]
  return all.length > 0 ? all : ['(nothing: it is read as it is meant)']
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')

/** @param every of the mistakes: 4 makes the first, the fifth and so on */
async function page(every = 1) {
  const folder = mkdtempSync(join(tmpdir(), 'credence-mistakes-'))
  const before = process.cwd()
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address()
  try {
    process.chdir(folder)
    mkdirSync('folder')
    for (const [name, text] of Object.entries({ ...FILES, ...JUDGED })) writeFileSync(name, text)
    await tried('run again.csv -o kept.csv --save kept.ck', port)
    await writeForecasts(port)
    const rows = []
    for (const [i, [what, command]] of MISTAKES.entries()) {
      if (i % every > 0) continue
      const found = await tried(command, port)
      const lines = message(found, command).map(cell).join('<br>')
      rows.push(`| ${what} | \`credence ${command}\` | ${lines} | ${found.code} |`)
    }
    return [
      '# Mistakes',
      '',
      'What a person may do wrong at the shell, and what the program answers. The messages are printed by',
      'the program itself: `npm run mistakes` writes this page, and a test compares the two. Exit code 2',
      'means that nothing was run or that the run stopped there; 0 means that it went on, and the message',
      'is part of its summary.',
      '',
      '| she … | command | what is printed | exit code |',
      '|---|---|---|---|',
      ...rows,
      '',
    ].join('\n')
  } finally {
    process.chdir(before)
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The page as it must be, or a part of it: in a process of its own, whose output is a pipe and can be read. */
export function mistakes(every = 1) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [HERE, '--print', String(every)], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

if (process.argv[1] === HERE) {
  if (process.argv[2] === '--print') process.stdout.write(await page(Number(process.argv[3])))
  else writeFileSync(PAGE, mistakes())
}
