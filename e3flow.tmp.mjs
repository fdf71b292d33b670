import { chromium } from 'playwright-core'
const b = await chromium.launch({ executablePath:'/usr/bin/chromium', args:['--no-sandbox'] })
const base='http://localhost:4203'
async function as(who){ const ctx=await b.newContext({viewport:{width:1440,height:900},acceptDownloads:true}); const p=await ctx.newPage(); p.on('console',m=>{if(m.type()==='error')console.log(who,'console',m.text().slice(0,200))}); p.on('pageerror',e=>console.log('pageerror',e.message)); await p.goto(base+'/sign-in'); await p.getByLabel('E-mail').fill(who+'@sample.test'); await p.locator('input[type=password]').first().fill('semblance'); await p.getByRole('button',{name:'Sign In',exact:true}).last().click(); await p.waitForURL('**/dashboard-selection**'); return p }
const v=await as('vendor'), c=await as('client')
await v.goto(base+'/vendor-my-offers?tab=pending'); await v.getByText('Click and Collect Orders').waitFor()
await v.getByRole('listitem').filter({hasText:'Click and Collect Orders'}).getByRole('link',{name:'View Details'}).click()
await v.getByRole('link',{name:'Edit Offer'}).waitFor()
const id=v.url().split('/').pop()
const [dl]=await Promise.all([v.waitForEvent('download'), v.getByRole('button',{name:'Download Proposal'}).click()]); await dl.saveAs('/tmp/t.pdf'); console.log('pdf',dl.suggestedFilename())
// client looks first, stays on the page
const req=await (await fetch(base+'/api/offers/requests?limit=100')).json(); const dpr=req.items.find(r=>r.title==='Click and Collect Orders').dprId
await c.goto(base+'/vendor-offers/'+dpr); await c.getByText('$11,900').first().waitFor()
await v.getByRole('link',{name:'Edit Offer'}).click(); await v.getByLabel('Price (USD)').fill('abc'); await v.getByLabel('Deliverable 2').fill('')
await v.getByRole('button',{name:'Save Changes'}).click(); await v.waitForTimeout(500); await v.screenshot({path:'/tmp/e3-edit-err.png',fullPage:true})
await v.getByRole('link',{name:'Cancel'}).click(); await v.getByRole('alertdialog').waitFor(); console.log('guard', await v.getByRole('alertdialog').innerText()); await v.getByRole('alertdialog').getByRole('button',{name:'Cancel'}).click()
await v.getByLabel('Price (USD)').fill('11,500'); await v.getByLabel('Timeline',{exact:true}).fill('3'); await v.getByRole('combobox',{name:'Timeline unit'}).click(); await v.getByRole('option',{name:'Weeks'}).click(); await v.getByRole('button',{name:'Remove deliverable 2'}).click(); await v.screenshot({path:'/tmp/e3-edit2.png',fullPage:true})
await v.getByRole('button',{name:'Save Changes'}).click(); await v.waitForURL('**/offer-details/**'); console.log('toast', (await v.locator('[data-sonner-toast]').first().innerText()).replace(/\n/g,' / '))
await v.waitForTimeout(800); await v.screenshot({path:'/tmp/e3-after.png',fullPage:true})
await c.getByText('$11,500').first().waitFor({timeout:8000}).then(()=>console.log('client live')).catch(()=>console.log('client NOT live')); await c.reload(); await c.getByText('$11,500').first().waitFor(); await c.screenshot({path:'/tmp/e3-client-changed.png',fullPage:true})
// stale accept
const card=c.getByRole('article').filter({hasText:'Meridian'}); await card.getByRole('button',{name:'Mark as Seen'}).click(); await c.waitForTimeout(700); console.log('changes left', await card.getByText('Changed since').count())
await card.getByRole('button',{name:'Reject Offer'}).click(); await c.getByLabel('Reason').fill('Too slow'); await c.getByRole('alertdialog').getByRole('button',{name:'Reject Offer'}).click(); await c.waitForTimeout(800); await c.screenshot({path:'/tmp/e3-client-rej.png',fullPage:true})
await v.waitForTimeout(500); await v.reload(); await v.waitForTimeout(900); await v.screenshot({path:'/tmp/e3-v-rej.png'})
await v.goto(base+'/offer-details/OFR-9999'); await v.waitForTimeout(800); console.log(await v.getByRole('heading',{level:1}).innerText())
await v.goto(base+'/edit-offer/'+id); await v.waitForTimeout(800); console.log(await v.locator('main').innerText().then(t=>t.slice(0,200).replace(/\n/g,' | ')))
await v.goto(base+'/vendor-my-offers?tab=pending'); await v.getByRole('link',{name:'View Details'}).first().click(); await v.getByRole('button',{name:'Withdraw Offer'}).click(); await v.getByRole('alertdialog').getByRole('button',{name:'Withdraw Offer'}).click(); await v.waitForTimeout(900); console.log(await v.locator('main').innerText().then(t=>t.slice(0,260).replace(/\n/g,' | ')))
await b.close()
