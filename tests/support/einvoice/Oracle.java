import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import net.sf.saxon.s9api.Axis;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.XdmDestination;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmSequenceIterator;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.XsltTransformer;
import org.w3c.dom.ls.LSInput;

/**
 * Judges invoices by the official rules in one JVM. Each line of standard input is SCHEMA, RULES and FILE between tabs; each line of
 * output FILE, what the schema says ("" for valid), and the broken rules as ID:FLAG between commas. RULES is a list between commas.
 * Factur-X's assertions without an identifier, on what a profile does not use, are FX-ELEMENT NAME and FX-ATTRIBUTE NAME.
 */
public class Oracle {
  static final Map<String, String> SCHEMAS =
      Map.of(
          "d16b", "external/schemas/d16b/data/standard/CrossIndustryInvoice_100pD16B.xsd",
          "d16b-references", "external/schemas/d16b/data/standard/CrossIndustryInvoice_100pD16B.xsd",
          "ubl", "external/schemas/ubl21/maindoc/UBL-Invoice-2.1.xsd external/schemas/ubl21/maindoc/UBL-CreditNote-2.1.xsd",
          "minimum", "factur-x:schema/ZF_250/MINIMUM/FACTUR-X_MINIMUM.xsd",
          "basicwl", "factur-x:schema/ZF_250/BASIC-WL/FACTUR-X_BASICWL.xsd",
          "basic", "factur-x:schema/ZF_250/BASIC/FACTUR-X_BASIC.xsd",
          "en16931", "factur-x:schema/ZF_250/EN16931/FACTUR-X_EN16931.xsd",
          "extended", "factur-x:schema/ZF_250/EXTENDED/FACTUR-X_EXTENDED.xsd");
  static final Map<String, String> RULES =
      Map.ofEntries(
          Map.entry("en16931", "external/schematron/1.3.16/cii/EN16931-CII-validation.xslt"),
          Map.entry("en16931-ubl", "external/schematron/1.3.16/ubl/EN16931-UBL-validation.xslt"),
          Map.entry("xrechnung", "external/schematron/3.0.2/XRechnung-CII-validation.xslt"),
          Map.entry("xrechnung-ubl", "external/schematron/3.0.2/XRechnung-UBL-validation.xslt"),
          Map.entry("peppol-ubl", "external/schematron/openpeppol/2026.5/xslt/PEPPOL-EN16931-UBL.xslt"),
          Map.entry("fr-ctc", "external/schematron/ctc/1.3.0/xslt/20260216_BR-FR-Flux2-Schematron-CII_V1.3.0.xslt"),
          Map.entry("fr-ctc-ubl", "external/schematron/ctc/1.3.0/xslt/20260216_BR-FR-Flux2-Schematron-UBL_V1.3.0.xslt"),
          Map.entry("extended-ctc-fr", "external/schematron/ctc/1.3.0/xslt/20260216_EXTENDED-CTC-FR-CII-V1.3.0.xslt"),
          Map.entry("extended-ctc-fr-ubl", "external/schematron/ctc/1.3.0/xslt/20260216_EXTENDED-CTC-FR-UBL-V1.3.0.xslt"),
          Map.entry("fx-minimum", "factur-x:xslt/ZF_250/FACTUR-X_MINIMUM.xslt"),
          Map.entry("fx-basicwl", "factur-x:xslt/ZF_250/FACTUR-X_BASIC-WL.xslt"),
          Map.entry("fx-basic", "factur-x:xslt/ZF_250/FACTUR-X_BASIC.xslt"),
          Map.entry("fx-en16931", "factur-x:xslt/ZF_250/FACTUR-X_EN16931.xslt"),
          Map.entry("fx-extended", "factur-x:xslt/ZF_250/FACTUR-X_EXTENDED.xslt"));
  static final Processor PROCESSOR = new Processor(false);
  static final Map<String, Schema> schemas = new ConcurrentHashMap<>();
  static final Map<String, XsltExecutable> rules = new ConcurrentHashMap<>();

  /** What begins with factur-x: is in the archive that -Dfacturx names: as a part of the class path it would bring its own XML tools. */
  static URL resource(String name) throws java.net.MalformedURLException {
    if (name.startsWith("factur-x:")) {
      String archive = new File(System.getProperty("facturx")).toURI().toString();
      return java.net.URI.create("jar:" + archive + "!/" + name.substring("factur-x:".length())).toURL();
    }
    URL found = Oracle.class.getClassLoader().getResource(name);
    if (found == null) throw new IllegalStateException("no " + name);
    return found;
  }

  static Schema schema(String name) {
    return schemas.computeIfAbsent(
        name,
        n -> {
          try {
            SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
            factory.setResourceResolver(n.equals("d16b-references") ? Oracle::withReferences : Oracle::resolve);
            List<Source> parts = new ArrayList<>();
            for (String part : SCHEMAS.get(n).split(" ")) parts.add(new StreamSource(resource(part).toString()));
            return factory.newSchema(parts.toArray(new Source[0]));
          } catch (Exception e) {
            throw new IllegalStateException(n, e);
          }
        });
  }

  /** UBL's schemas import the core component types without a place; what its extensions contain (signatures) is not judged. */
  static LSInput resolve(String type, String namespace, String publicId, String systemId, String base) {
    if ("urn:un:unece:uncefact:data:specification:CoreComponentTypeSchemaModule:2".equals(namespace)) {
      try {
        return new Input(resource("schemas/CCTS_CCT_SchemaModule.xsd").openStream());
      } catch (java.io.IOException e) {
        throw new IllegalStateException(e);
      }
    }
    return systemId != null && systemId.startsWith("UBL-ExtensionContentDataType") ? new Input(new ByteArrayInputStream(ANY.getBytes(StandardCharsets.UTF_8))) : null;
  }

  /** D16B with any number of preceding invoices, as D22B has; D22B's own schema lacks codes that EN 16931 allows. */
  static LSInput withReferences(String type, String namespace, String publicId, String systemId, String base) {
    if (systemId == null || !systemId.contains("ReusableAggregateBusinessInformationEntity")) return resolve(type, namespace, publicId, systemId, base);
    try (InputStream in = resource("external/schemas/d16b/data/standard/" + systemId.substring(systemId.lastIndexOf('/') + 1)).openStream()) {
      String schema = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      String changed = schema.replaceAll("(<[^<>]* name=\"InvoiceReferencedDocument\"[^<>]*?)(/?>)", "$1 maxOccurs=\"unbounded\"$2");
      return new Input(new ByteArrayInputStream(changed.getBytes(StandardCharsets.UTF_8)), base.substring(0, base.lastIndexOf('/') + 1) + systemId);
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static final String ANY =
      "<xsd:schema xmlns:xsd='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2'>"
          + "<xsd:complexType name='ExtensionContentType'><xsd:sequence><xsd:any namespace='##other' processContents='skip'/></xsd:sequence></xsd:complexType></xsd:schema>";

  /** Bytes of a schema. */
  static class Input implements LSInput {
    private final InputStream bytes;
    private final String systemId;

    Input(InputStream bytes) {
      this(bytes, null);
    }

    Input(InputStream bytes, String systemId) {
      this.bytes = bytes;
      this.systemId = systemId;
    }

    public InputStream getByteStream() { return bytes; }
    public java.io.Reader getCharacterStream() { return null; }
    public String getStringData() { return null; }
    public String getSystemId() { return systemId; }
    public String getPublicId() { return null; }
    public String getBaseURI() { return null; }
    public String getEncoding() { return null; }
    public boolean getCertifiedText() { return false; }
    public void setByteStream(InputStream s) {}
    public void setCharacterStream(java.io.Reader r) {}
    public void setStringData(String s) {}
    public void setSystemId(String s) {}
    public void setPublicId(String s) {}
    public void setBaseURI(String s) {}
    public void setEncoding(String s) {}
    public void setCertifiedText(boolean b) {}
  }

  static XsltExecutable rules(String name) {
    return rules.computeIfAbsent(
        name,
        n -> {
          try {
            URL url = resource(RULES.get(n));
            return PROCESSOR.newXsltCompiler().compile(new StreamSource(url.openStream(), url.toString()));
          } catch (Exception e) {
            throw new IllegalStateException(n, e);
          }
        });
  }

  static String judge(String line) {
    String[] part = line.split("\t");
    String structure = "";
    try {
      schema(part[0]).newValidator().validate(new StreamSource(new File(part[2])));
    } catch (org.xml.sax.SAXException | java.io.IOException e) {
      structure = String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
    }
    TreeSet<String> broken = new TreeSet<>();
    // the rules presuppose what the schema says: of anything else they may not even give an answer
    for (String set : structure.isEmpty() ? part[1].split(",") : new String[0]) {
      try {
        XsltTransformer transformer = rules(set).load();
        transformer.setSource(new StreamSource(new File(part[2])));
        transformer.setMessageHandler(message -> {});
        transformer.setErrorReporter(error -> {});
        XdmDestination out = new XdmDestination();
        transformer.setDestination(out);
        transformer.transform();
        collect(out.getXdmNode(), broken);
      } catch (Exception e) {
        broken.add("EXCEPTION " + String.valueOf(e.getMessage()).replaceAll("[\\s,:]+", " ") + ":fatal");
      }
    }
    return part[2] + "\t" + structure + "\t" + String.join(",", broken);
  }

  /** A rule's name begins its text, where it has one; Factur-X's identifiers may be numbers. */
  static final Pattern NAMED = Pattern.compile("^\\s*\\[([A-Za-z0-9-]+)\\]");
  static final Pattern UNUSED = Pattern.compile("^\\s*(Element|Attribute)(?: variant)? '?(?:ram:|udt:|@)?(\\w+).*marked as not used", Pattern.DOTALL);

  static void collect(XdmNode report, TreeSet<String> broken) {
    XdmSequenceIterator<XdmNode> all = report.axisIterator(Axis.DESCENDANT);
    while (all.hasNext()) {
      XdmNode n = all.next();
      QName name = n.getNodeName();
      if (name == null || !(name.getLocalName().equals("failed-assert") || name.getLocalName().equals("successful-report"))) continue;
      Matcher m = NAMED.matcher(n.getStringValue());
      String given = n.getAttributeValue(new QName("id"));
      // France's texts name a rule beside their own now and then
      boolean french = given != null && given.matches("(BR-FR|UBL-FREXT).*");
      String id = !french && m.find() ? m.group(1) : given;
      Matcher unused = UNUSED.matcher(n.getStringValue());
      if (id == null && unused.find()) id = "FX-" + unused.group(1).toUpperCase() + " " + unused.group(2);
      String flag = n.getAttributeValue(new QName("flag"));
      broken.add((id == null ? n.getStringValue().replaceAll("[\\s,:]+", " ").trim() : id) + ":" + (flag == null ? "fatal" : flag));
    }
  }

  public static void main(String[] args) throws Exception {
    List<String> lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).lines().filter(l -> !l.isBlank()).collect(Collectors.toList());
    lines.parallelStream().map(Oracle::judge).collect(Collectors.toList()).forEach(System.out::println);
  }
}
