import { chromium } from 'playwright-core'
const [,, who, width, scheme, ...routes] = process.argv
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox'] })
const ctx = await b.newContext({ viewport:{width:+width,height:900}, colorScheme: scheme })
const p = await ctx.newPage()
p.on('console', m => { if (m.type()==='error') console.log('console', m.text().slice(0,300)) })
p.on('pageerror', e => console.log('pageerror', e.message.slice(0,300)))
const base='http://localhost:4203'
if (who !== 'visitor') {
  await p.goto(base+'/sign-in'); await p.getByLabel('E-mail').or(p.getByLabel('Email')).first().fill(who+'@sample.test'); await p.locator('input[type=password]').first().fill('semblance')
  await p.getByRole('button',{name:'Sign In', exact:true}).last().click(); await p.waitForURL('**/dashboard-selection**')
}
for (const r of routes) {
  const [path, name, act] = r.split('|')
  await p.goto(base+path); await p.waitForTimeout(1800)
  if (act) { for (const a of act.split(';')) { const [k, ...v]=a.split(':'); if (k==='click') await p.getByRole('button',{name:v[0]}).first().click(); if(k==='radio') await p.getByRole('radio',{name:v[0]}).first().click(); await p.waitForTimeout(700) } }
  const over = await p.evaluate(()=>document.documentElement.scrollWidth-innerWidth)
  if (over>0) console.log(name,'overflow',over)
  if (process.env.AXE) { await p.addScriptTag({ path: 'node_modules/axe-core/axe.min.js' }); const v = await p.evaluate(async()=> (await axe.run(document,{runOnly:['wcag2a','wcag2aa','wcag21a','wcag21aa','wcag22aa']})).violations.map(v=>v.id+': '+v.nodes.map(n=>n.target+' '+n.failureSummary.slice(0,160)).join(' | '))); if (v.length) console.log(name, 'AXE', v) }
  await p.screenshot({ path:`/tmp/e3-${name}.png`, fullPage:true })
}
await b.close()
