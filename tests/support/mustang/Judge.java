import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mustangproject.validator.ZUGFeRDValidator;

/** Judges e-invoices in one JVM; one line a file: PASS or FAIL, the file, and what Mustang calls an error or an exception. */
public class Judge {
  static final Pattern OBJECTION = Pattern.compile("<(error|exception)\\b[^>]*>(.*?)</\\1>", Pattern.DOTALL);

  public static void main(String[] args) {
    for (String file : args) {
      ZUGFeRDValidator validator = new ZUGFeRDValidator();
      String report = validator.validate(file);
      List<String> objections = new ArrayList<>();
      Matcher m = OBJECTION.matcher(report);
      while (m.find()) objections.add(m.group(1) + " " + m.group(2).replaceAll("\\s+", " "));
      System.out.println((validator.wasCompletelyValid() ? "PASS" : "FAIL") + "\t" + file + "\t" + String.join("; ", objections));
    }
  }
}
