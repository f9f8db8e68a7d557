import java.io.File;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

/**
 * Validates pairs of FLAVOURS FILE (for example 2b out.pdf, or 2a,ua1 out.pdf, read once for both) in one JVM; one line a file: PASS or FAIL,
 * the file, the clauses that failed.
 */
public class Verify {
  /** By identifier, such as 2b, or by the name of the constant: the identifier of Well-Tagged PDF for accessibility, wt1a, is read as 1a. */
  static PDFAFlavour flavour(String id) {
    return id.contains("_") ? PDFAFlavour.valueOf(id.toUpperCase()) : PDFAFlavour.fromString(id);
  }

  public static void main(String[] args) throws Exception {
    VeraGreenfieldFoundryProvider.initialise();
    java.util.logging.LogManager.getLogManager().reset();
    for (int i = 0; i + 1 < args.length; i += 2) {
      List<PDFAFlavour> flavours = Arrays.stream(args[i].split(",")).map(Verify::flavour).collect(Collectors.toList());
      TreeMap<String, String> failed = new TreeMap<>();
      boolean ok = true;
      try (PDFAParser parser = Foundries.defaultInstance().createParser(new File(args[i + 1]), flavours.get(0));
          PDFAValidator validator = Foundries.defaultInstance().createValidator(flavours)) {
        List<ValidationResult> results = validator.validateAll(parser);
        if (results.size() != flavours.size()) throw new IllegalStateException(results.size() + " of " + flavours.size() + " results");
        for (ValidationResult result : results) {
          ok &= result.isCompliant();
          for (TestAssertion a : result.getTestAssertions()) {
            if (a.getStatus() == TestAssertion.Status.FAILED) {
              failed.putIfAbsent(a.getRuleId().getClause() + "-" + a.getRuleId().getTestNumber(), a.getMessage());
            }
          }
        }
      } catch (Exception e) {
        ok = false;
        failed.put("exception", String.valueOf(e.getMessage()));
      }
      System.out.println((ok ? "PASS" : "FAIL") + "\t" + args[i + 1] + "\t" + failed.toString().replace('\n', ' '));
    }
  }
}
