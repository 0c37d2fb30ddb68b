// Making a game: what is wrong is said while one writes, at its line. Without this script a button asks for it.
const form = document.getElementById('make'), texts = [...form.querySelectorAll('textarea')]
const KEPT = 'masquerade-make', first = texts.map((each) => each.defaultValue).join('\0')

// ── what was written outlives a reload ──
const written = () => Object.fromEntries([...new FormData(form)].filter(([name]) => name !== 'begin'))
const changed = () => texts.map((each) => each.value).join('\0') !== first
function restore() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) || 'null')
    if (!kept || kept.first !== first) return
    for (const [name, text] of Object.entries(kept.fields)) if (form.elements[name]) form.elements[name].value = text
  } catch { sessionStorage.removeItem(KEPT) }
}

// ── its sentences, as one writes ──
let asking, asked = 0
async function check() {
  const mine = ++asked
  try {
    const answer = await fetch('/make/remarks', { method: 'POST', body: new FormData(form) })
    if (!answer.ok || mine !== asked) return
    document.getElementById('remarks').outerHTML = await answer.text()
    document.body.classList.remove('cut'); mark()
  } catch { document.body.classList.add('cut') }
}
form.addEventListener('input', (event) => {
  if (event.target.name === 'begin') return
  try { sessionStorage.setItem(KEPT, JSON.stringify({ first, fields: written() })) } catch { /* it is full: nothing is kept */ }
  if (event.target.matches('textarea')) lines(event.target)
  clearTimeout(asking); asking = setTimeout(check, 350)
})

// ── lines: a page behind each text has its numbers and its marks, and wraps as it does ──
function lines(text) {
  const page = text.previousElementSibling, all = text.value.split('\n')
  while (page.children.length > all.length) page.lastChild.remove()
  all.forEach((line, n) => {
    const row = page.children[n] || page.appendChild(document.createElement('div'))
    if (row.textContent !== (line || '\u200b')) row.textContent = line || '\u200b'
  })
  page.scrollTop = text.scrollTop
}
function mark() {
  for (const row of form.querySelectorAll('.lined > .wrong, .lined > .note')) row.className = ''
  for (const each of form.querySelectorAll('#remarks a')) {
    const row = document.getElementById(`text-${each.dataset.field}`).previousElementSibling.children[each.dataset.line - 1]
    if (row && row.className !== 'wrong') row.className = each.parentElement.className
  }
  const wrong = document.getElementById('remarks').dataset.wrong !== '0', go = form.querySelector('[formaction="/make/try"]')
  go.classList.toggle('lit', !wrong); go.classList.toggle('not', wrong)
}
for (const text of texts) text.addEventListener('scroll', () => { text.previousElementSibling.scrollTop = text.scrollTop })
new ResizeObserver(() => texts.forEach(lines)).observe(form)

form.addEventListener('click', (event) => {
  const remark = event.target.closest('#remarks a'), tab = event.target.closest('[data-tab]')
  if (tab) show(tab.dataset.tab)
  if (!remark) return
  event.preventDefault(); show(remark.dataset.field)
  const text = document.getElementById(`text-${remark.dataset.field}`), before = text.value.split('\n').slice(0, remark.dataset.line - 1)
  const at = before.reduce((sum, line) => sum + line.length + 1, 0)
  text.focus(); text.setSelectionRange(at, at + text.value.slice(at).indexOf('\n') + 1 || text.value.length)
  text.scrollTop = Math.max(0, text.previousElementSibling.children[before.length].offsetTop - text.clientHeight / 3)
  text.scrollIntoView({ block: 'nearest' })
})

// ── on a phone one page at a time ──
function show(field) {
  for (const each of form.querySelectorAll('.text-of')) each.classList.toggle('away', each.dataset.of !== field)
  for (const each of form.querySelectorAll('[data-tab]')) each.setAttribute('aria-pressed', String(each.dataset.tab === field))
  texts.forEach(lines)
}

// ── another game's texts take the place of what one wrote only when one says so ──
form.addEventListener('submit', (event) => {
  const button = event.submitter
  if (button?.dataset.check !== undefined) { event.preventDefault(); check() }
  if (button?.dataset.begin === undefined) return
  if (changed() && !button.dataset.sure) { event.preventDefault(); button.dataset.sure = '1'; button.textContent = 'Replace what I wrote'; return }
  sessionStorage.removeItem(KEPT)
})
form.elements.begin.addEventListener('change', () => { const button = form.querySelector('[data-begin]'); delete button.dataset.sure; button.textContent = 'Take it' })

form.classList.add('scripted'); form.querySelector('.tabs').hidden = false
restore(); texts.forEach(lines); show(texts[0].name); mark()
if (changed()) check()
