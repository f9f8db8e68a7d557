import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.xml.XMLConstants;
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

/**
 * Judges invoices by the official rules in one JVM. Each line of standard input is SCHEMA, RULES and FILE between tabs; each line of
 * output FILE, what the schema says ("" for valid), and the broken rules as ID:FLAG between commas. RULES is a list between commas.
 * Factur-X's assertions without an identifier, on what a profile does not use, are FX-ELEMENT NAME and FX-ATTRIBUTE NAME.
 */
public class Oracle {
  static final Map<String, String> SCHEMAS =
      Map.of(
          "d16b", "external/schemas/d16b/data/standard/CrossIndustryInvoice_100pD16B.xsd",
          "minimum", "factur-x:schema/ZF_250/MINIMUM/FACTUR-X_MINIMUM.xsd",
          "basicwl", "factur-x:schema/ZF_250/BASIC-WL/FACTUR-X_BASICWL.xsd",
          "basic", "factur-x:schema/ZF_250/BASIC/FACTUR-X_BASIC.xsd",
          "en16931", "factur-x:schema/ZF_250/EN16931/FACTUR-X_EN16931.xsd",
          "extended", "factur-x:schema/ZF_250/EXTENDED/FACTUR-X_EXTENDED.xsd");
  static final Map<String, String> RULES =
      Map.of(
          "en16931", "external/schematron/1.3.16/cii/EN16931-CII-validation.xslt",
          "xrechnung", "external/schematron/3.0.2/XRechnung-CII-validation.xslt",
          "fx-minimum", "factur-x:xslt/ZF_250/FACTUR-X_MINIMUM.xslt",
          "fx-basicwl", "factur-x:xslt/ZF_250/FACTUR-X_BASIC-WL.xslt",
          "fx-basic", "factur-x:xslt/ZF_250/FACTUR-X_BASIC.xslt",
          "fx-en16931", "factur-x:xslt/ZF_250/FACTUR-X_EN16931.xslt",
          "fx-extended", "factur-x:xslt/ZF_250/FACTUR-X_EXTENDED.xslt");
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
            return SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI).newSchema(resource(SCHEMAS.get(n)));
          } catch (Exception e) {
            throw new IllegalStateException(n, e);
          }
        });
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
      String id = m.find() ? m.group(1) : n.getAttributeValue(new QName("id"));
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
