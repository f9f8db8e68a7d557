/* Folders of sources from the lowest floor up: a row names the folders that its own files import, all of them in rows above. `a/{b,c}` is
   a/b and a/c; an indented line continues a row. ARCHITECTURE.md draws the rooms. */
const TABLE = `
base:
ir: base
pdf-reader: base
pdf-reader/font: base pdf-reader
pdf-reader/page: base pdf-reader
pdf-reader/judge: base pdf-reader pdf-reader/{font,page}
compiler/help: base
compiler/core: base compiler/help ir pdf-reader
compiler/box: compiler/core ir
compiler/request/types:
compiler/request/validators:
compiler/request: base compiler/{core,help} compiler/request/{types,validators}
compiler/barcode: base compiler/{core,help,request/types} ir
compiler/barcode/payload: base compiler/{barcode,core,help,request,request/types}
compiler/locale: base compiler/{core,help}
compiler/markdown: base compiler/{core,request,request/types}
compiler/data: compiler/{core,help,locale,markdown,request,request/types}
compiler/landmark: base compiler/{core,request,request/types}
compiler/check/values: base compiler/{core,data,help,locale,request,request/types}
compiler/check/data: base compiler/{check/values,core,data,help,locale,request,request/types}
compiler/check/place: compiler/{core,help,locale,request,request/types} compiler/check/{data,values}
compiler/check/chart: base compiler/{core,data,help,locale,request,request/types} compiler/check/{place,values}
compiler/check/field: base compiler/{core,help,request,request/types} compiler/check/{place,values}
compiler/check/elements: base compiler/{barcode,barcode/payload,core,help,landmark,locale,request,request/types}
    compiler/check/{chart,field,place,values}
compiler/check/flow: base compiler/{core,data,help,landmark,request,request/types} compiler/check/{data,elements,place,values}
compiler/check: base compiler/{core,help,locale,request,request/types} compiler/check/{data,elements,field,flow,place,values}
compiler/text/color: base compiler/core ir
compiler/text/unicode/data:
compiler/text/unicode: base compiler/text/unicode/data
compiler/text/font: base compiler/{box,core,help,text/unicode} ir
compiler/text/shape: base compiler/{box,core,help} compiler/text/{font,unicode} ir
compiler/text/line: base compiler/{box,core} compiler/text/{font,shape,unicode} ir
compiler/layout/protocol: base compiler/{box,core,text/line}
compiler/layout/table: base compiler/{box,core,help,layout/protocol} compiler/text/{line,unicode}
compiler/layout: base compiler/{box,core,help} compiler/layout/{protocol,table} compiler/text/{line,shape} ir
compiler/style: base compiler/{box,core,request,request/types} ir
compiler/chart: base compiler/{box,core,data,help,locale,request,request/types,style} compiler/text/{font,line,shape} ir
compiler/chart/marks: base compiler/{box,chart,core,request/types} ir
compiler/chart/kinds: base compiler/{box,chart,chart/marks,core,data,locale,request,request/types,style} ir
compiler/draw: base compiler/{box,core} ir
compiler/pdf: base compiler/{box,core,help,request,request/types} ir pdf-reader pdf-reader/{judge,page}
compiler/picture: base compiler/{box,core,draw,help,markdown,request,request/types} ir pdf-reader
compiler/picture/entropy:
compiler/picture/cut: base compiler/{box,draw,picture,picture/entropy,request/types} ir
compiler/picture/svg/tree: base compiler/{help,picture}
compiler/picture/svg/style: base compiler/{core,picture/svg/tree}
compiler/picture/svg/text: base compiler/{box,core,picture} compiler/picture/{svg/style,svg/tree} compiler/text/{font,shape,unicode} ir
compiler/picture/svg: base compiler/{box,core,draw,picture,text/shape} compiler/picture/{svg/style,svg/text,svg/tree} ir
compiler/picture/load: compiler/{box,core,draw,help,pdf,picture,request,request/types,text/shape} compiler/picture/{cut,svg,svg/tree} ir
compiler/lower: base
    compiler/{barcode,barcode/payload,box,chart,chart/kinds,core,data,draw,landmark,locale,picture,request,request/types,style} ir
compiler/lower/flow: base compiler/{box,core,draw,landmark,lower,markdown,request,request/types,style} ir
compiler/lower/document: compiler/{box,core,landmark,locale,lower,lower/flow,picture,request,request/types} ir
compiler/paint: base compiler/{box,core,layout/protocol} compiler/text/{font,line,shape,unicode} ir
compiler/paint/kind: base compiler/{box,core,layout,layout/protocol,paint} ir
compiler/paint/page: compiler/{box,core,layout,layout/protocol,paint,paint/kind} ir
compiler/memo: base compiler/{box,check/values,core,layout,layout/protocol,lower,paint,request,request/types}
    compiler/text/{font,line,shape,unicode} ir
compiler/template: base compiler/{core,help,locale,markdown,request,request/types} compiler/check/{data,values}
compiler/warn: base compiler/{core,data,help,layout/protocol,request,request/types} ir
compiler: compiler/{box,check,core,data,layout,layout/protocol,lower,lower/document,memo,paint,paint/page,picture,request,request/types}
    compiler/{template,warn} compiler/check/{data,elements,field,values} compiler/picture/{load,svg/style} compiler/text/{line,shape} ir
compiler/brief: base compiler/{core,help,request,request/types}
compiler/einvoice/xml: base compiler/request/types
compiler/einvoice/xml/codes: compiler/core
compiler/einvoice/xml/structure: base compiler/einvoice/xml
compiler/einvoice: base compiler/{core,einvoice/xml} ir
compiler/einvoice/model: base compiler/{core,help} compiler/einvoice/{xml,xml/codes}
compiler/einvoice/show/labels: base compiler/einvoice/model
compiler/einvoice/show: base compiler/{core,locale,request,request/types} compiler/einvoice/{model,show/labels,xml}
compiler/einvoice/draw: base compiler/{barcode/payload,core,help,request,request/types} compiler/einvoice/{model,show,show/labels,xml}
compiler/einvoice/judge/terms: compiler/einvoice/xml
compiler/einvoice/judge/schematron: base compiler/einvoice/{judge/terms,xml,xml/structure}
compiler/einvoice/judge/rules: base compiler/einvoice/{judge/schematron,judge/terms,xml,xml/codes}
compiler/einvoice/judge/ubl: base compiler/core compiler/einvoice/{judge/rules,judge/terms,xml,xml/codes}
compiler/einvoice/judge: base compiler/einvoice/{judge/rules,judge/schematron,judge/terms,judge/ubl,model,xml,xml/codes,xml/structure}
compiler/einvoice/inspect: base compiler/{core,help,request,request/types} compiler/einvoice/{judge,model,show,show/labels,xml}
compiler/einvoice/request: base compiler/{core,help,request} compiler/einvoice/{draw,judge,model,show/labels,xml,xml/codes}
    compiler/request/{types,validators}
compiler/fill: base compiler/{box,core,draw,help,lower,paint,request/types,style,text/shape} ir pdf-reader
compare/facts: base pdf-reader pdf-reader/{font,page}
compare/diff: compare/facts
compare/invoice: base compare/facts compiler/core compiler/einvoice/{inspect,model,show/labels}
accessibility/contrast: compiler/core compiler/text/{font,unicode} ir
accessibility/core: base compiler/core
accessibility/document: accessibility/{contrast,core} base compiler/{core,data,request,request/types,text/unicode} ir
accessibility/checks: accessibility/{contrast,core,document} base compare/facts compiler/{barcode,chart,core,request,request/types} ir
accessibility: accessibility/{checks,contrast,core,document} compiler/{core,request/types} ir
accessibility/forms: accessibility compiler/{request,request/types}
backends/pdf/syntax: base ir pdf-reader
backends/pdf/font: backends/pdf/syntax base ir
backends/pdf/content: backends/pdf/{font,syntax} base ir
backends/pdf/color: backends/pdf/{content,font,syntax} base ir
backends/pdf/imported: backends/pdf/syntax base ir pdf-reader pdf-reader/{judge,page}
backends/pdf/profile: backends/pdf/{content,syntax} base ir pdf-reader/judge
backends/pdf/document: backends/pdf/{content,font,imported,profile,syntax} base ir pdf-reader
backends/pdf/update: backends/pdf/syntax base pdf-reader pdf-reader/page
backends/svg: base ir
backends/png: backends/svg ir
backends/text: ir
runtime/core: base compiler compiler/{core,help,request/types}
runtime/store: base runtime/core
runtime/errors: base compiler/{check/values,core,einvoice/xml/structure,request,request/validators} runtime/store
runtime/deflate: base runtime/core
runtime/fonts/layout: base
runtime/fonts/variable: base compiler/core ir
runtime/fonts: backends/pdf/font base compiler/core compiler/text/{color,font,unicode} ir runtime/core runtime/fonts/{layout,variable}
runtime/pictures: base compiler/{core,picture} runtime/core
runtime/engine: backends/text backends/pdf/{color,document,syntax} base compiler
    compiler/{brief,core,help,picture,request,request/types,template,text/color} ir pdf-reader pdf-reader/judge
    runtime/{core,deflate,errors,fonts,pictures}
runtime/einvoice: base compare/{facts,invoice} compiler/{core,einvoice,help,request}
    compiler/einvoice/{draw,inspect,judge,model,request,show,show/labels,xml} compiler/request/{types,validators} pdf-reader
    runtime/engine
runtime/views: accessibility accessibility/forms backends/{png,svg,text} base compiler
    compiler/{barcode/payload,brief,core,einvoice,request,request/types,template} compiler/einvoice/{request,xml} ir
    runtime/{einvoice,engine,errors,pictures}
runtime/diff: base compare/{diff,facts} compiler/{brief,core,help,picture,request} ir pdf-reader runtime/{einvoice,engine,pictures,views}
runtime/owner: base compiler/core ir runtime/{core,errors,fonts,store}
runtime/pdf: compiler/{core,pdf,request,request/types} compiler/einvoice/{judge,xml} pdf-reader runtime/{core,einvoice,engine}
runtime/pdf/fill: backends/pdf/{document,update} compiler compiler/{core,fill,help,request} ir pdf-reader runtime/engine
runtime/signatures/asn1: base
runtime/signatures/core: compiler/core
runtime/signatures/x509: base runtime/signatures/{asn1,core}
runtime/signatures/cms: base runtime/signatures/{asn1,core,x509}
runtime/signatures/environment: backends/pdf/syntax pdf-reader runtime/signatures/{core,x509}
runtime/signatures/keys: base runtime/signatures/{asn1,x509}
runtime/signatures/network: runtime/core runtime/signatures/{asn1,cms,core,environment}
runtime/signatures/revocation: runtime/signatures/{asn1,core,x509}
runtime/signatures/pdf: backends/pdf/update base compiler/core pdf-reader runtime/signatures/{asn1,core,environment,revocation,x509}
runtime/signatures/verify/report:
runtime/signatures/verify/file: base pdf-reader runtime/signatures/verify/report
runtime/signatures/verify/changes: base pdf-reader runtime/signatures/{verify/file,verify/report}
runtime/signatures/verify: base compare/facts compiler/core pdf-reader
    runtime/signatures/{asn1,cms,core,revocation,verify/changes,verify/file,verify/report,x509}
runtime/signatures: backends/pdf/update base compiler/{core,help,request,request/types} pdf-reader runtime/{core,engine}
    runtime/signatures/{asn1,cms,core,environment,keys,network,pdf,revocation,verify,verify/file,x509}
runtime/signatures/csc: base runtime/signatures/{asn1,core,network,x509}
runtime/signatures/signers: base compiler compiler/{core,help,request,request/types} runtime/{core,engine,signatures}
    runtime/signatures/{core,csc,keys,network,x509}
runtime/warm-up: base compiler compiler/request runtime/{core,einvoice,engine}
runtime/pool: base compiler compiler/{core,einvoice/request,picture,request,request/types,template}
    runtime/{core,einvoice,engine,errors,fonts,owner,pdf,pdf/fill,pictures,signatures,signatures/signers,store,views,warm-up}
runtime/library: accessibility base compare/diff compiler compiler/{core,help,paint,request,request/types,template}
    compiler/einvoice/{inspect,model,show/labels,xml} ir
    runtime/{core,diff,einvoice,engine,errors,fonts,owner,pdf,pdf/fill,pictures,pool,signatures,views,warm-up}
    runtime/signatures/{core,keys,network,revocation,signers,verify,verify/report}
runtime: accessibility compare/diff compiler/{core,einvoice/inspect,request/types} ir runtime/{errors,library}
    runtime/signatures/{core,verify/report}
runtime/accounts: base compiler/{request,request/types} runtime/{core,errors,store}
runtime/browser: accessibility backends/{svg,text} backends/pdf/{color,document,syntax} base compare/{diff,facts}
    compiler/{core,picture,picture/entropy,request,request/types,template,text/color} ir pdf-reader pdf-reader/judge
    runtime/{deflate,diff,engine,errors,fonts,fonts/variable,library,pdf,pdf/fill,pictures,views}
runtime/bulk: backends/pdf/document base compiler/{core,help,request,template}
    runtime/{core,engine,errors,library,signatures/signers,store}
runtime/docs: base compiler/brief runtime/core
runtime/docs/reference: base runtime/docs
runtime/docs/site: runtime/{core,docs,docs/reference}
runtime/jobs: base compiler/request runtime/{accounts,core,einvoice,errors,pool,store}
runtime/mcp: accessibility base compare/diff compiler/{brief,core,help,request,request/types,template}
    runtime/{core,diff,einvoice,engine,errors,library,owner,pdf,pdf/fill,pool,views}
runtime/http/request: base compiler/{help,request} runtime/{accounts,core,errors,jobs,owner,pool,signatures/signers}
runtime/http/manage: runtime/{accounts,core,errors,http/request,owner,pool}
runtime/http: base compiler/{core,einvoice,help,request,text/unicode} compiler/einvoice/{model,request,show/labels,xml}
    runtime/{accounts,core,docs,docs/site,einvoice,engine,errors,fonts,jobs,mcp,owner,pool,signatures,signatures/signers,store,views}
    runtime/http/{manage,request}
runtime/cli/shared: accessibility accessibility/forms base compiler/{core,request,template} compiler/einvoice/{judge,xml}
    runtime/{accounts,bulk,core,einvoice,engine,errors,fonts,library,owner,pictures,signatures/signers,store,views}
runtime/cli/commands: base compare/diff compiler compiler/{brief,core,einvoice,request,request/types,template}
    compiler/einvoice/{inspect,model,show/labels,xml} ir pdf-reader
    runtime/{accounts,bulk,cli/shared,core,diff,einvoice,engine,errors,fonts,http,library,mcp,owner,pdf,pdf/fill,pictures,signatures}
    runtime/{store,views} runtime/signatures/{core,environment,keys,network,revocation,signers,verify,verify/report}
runtime/cli: runtime/core runtime/cli/{commands,shared}
runtime/client: accessibility compiler/{einvoice/inspect,request/types} runtime/{einvoice,errors,jobs,pdf,signatures/verify/report}
runtime/testing: compare/diff compiler/{core,request} runtime/library
web:
web/playground: web
web/docs: web web/playground
`;

const names = (word: string): readonly string[] => {
  const [, folder, inner] = /^(.*)\{(.*)\}$/.exec(word) ?? [];
  return inner === undefined ? [word] : inner.split(",").map((name) => `${folder}${name}`);
};

/** Folders that the files of a folder may import, by folder, in the order of the table. */
export const MAY_IMPORT: ReadonlyMap<string, readonly string[]> = new Map(
  TABLE.trim()
    .split(/\n(?! )/)
    .map((row) => {
      const [folder, words] = row.split(":");
      return [folder!, words!.trim().split(/\s+/).filter(Boolean).flatMap(names)] as const;
    }),
);
